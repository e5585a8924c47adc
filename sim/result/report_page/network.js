// The picture of a network: where its nodes stand, and the colour of its links.

const SYMBOLS = { chip: "roundRect", switch: "rect", nic: "diamond", host: "triangle" };
const NODE_COLOURS = { chip: "#3b7dd8", switch: "#5b6675", nic: "#2f9e77", host: "#8b5e3c" };

function heatColour(share) {
  const at = Math.min(Math.max(share, 0), 1) * (HEAT.length - 1);
  const low = Math.min(Math.floor(at), HEAT.length - 2);
  const mix = (i) => {
    const [a, b] = [HEAT[low], HEAT[low + 1]].map((colour) => parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16));
    return Math.round(a + (b - a) * (at - low));
  };
  return `rgb(${mix(0)}, ${mix(1)}, ${mix(2)})`;
}

/// By level of the picture the places of its nodes. A switch that joins chips and leads no further stands below them,
/// where there is a network above.
function levelsOf(part) {
  const level = part.nodes.map((node) => node.level);
  const leads = part.nodes.map(() => false);
  for (const { from, to } of part.links) {
    if (level[from] > level[to]) leads[to] = true;
    if (level[to] > level[from]) leads[from] = true;
  }
  const high = Math.max(...level) > 1;
  const levels = new Map();
  part.nodes.forEach((node, i) => {
    const own = high && level[i] === 1 && node.kind === "switch" && !leads[i] ? -1 : level[i];
    if (!levels.has(own)) levels.set(own, []);
    levels.get(own).push(i);
  });
  return levels;
}

/// From 0 to 1 across, each node near what it is linked to below.
function acrossOf(part, levels) {
  const across = new Array(part.nodes.length).fill(0.5);
  const neighbours = part.nodes.map(() => []);
  for (const { from, to } of part.links) {
    neighbours[from].push(to);
    neighbours[to].push(from);
  }
  const place = (nodes) => nodes.forEach((node, i) => { across[node] = (i + 0.5) / nodes.length; });
  if (levels.has(0)) place(levels.get(0));
  for (const level of [...levels.keys()].filter((key) => key !== 0).sort((a, b) => Math.abs(a) - Math.abs(b))) {
    const nodes = levels.get(level);
    const wish = new Map(nodes.map((node) => {
      const below = neighbours[node].filter((other) => part.nodes[other].level < part.nodes[node].level);
      return [node, below.length ? below.reduce((sum, other) => sum + across[other], 0) / below.length : 0.5];
    }));
    nodes.sort((a, b) => wish.get(a) - wish.get(b) || a - b);
    place(nodes);
  }
  return across;
}

function pictureHeight(part) {
  const levels = levelsOf(part).size;
  return levels === 1 ? 560 : 150 + 150 * levels;
}

/// On a circle where nodes are linked to each other only, else level over level.
function placesOf(part, width) {
  const levels = levelsOf(part);
  const height = pictureHeight(part);
  if (levels.size === 1) {
    const radius = height / 2 - 70;
    return part.nodes.map((node, i) => {
      const angle = (2 * Math.PI * i) / part.nodes.length - Math.PI / 2;
      return { x: width / 2 + 1.35 * radius * Math.cos(angle), y: height / 2 + radius * Math.sin(angle), crowd: part.nodes.length, angle };
    });
  }
  const across = acrossOf(part, levels);
  const order = [...levels.keys()].sort((a, b) => b - a);
  const places = new Array(part.nodes.length);
  order.forEach((level, row) => {
    for (const node of levels.get(level)) {
      places[node] = {
        x: 30 + across[node] * (width - 60),
        y: 70 + (row * (height - 180)) / (order.length - 1), crowd: levels.get(level).length,
        low: level <= 0,
      };
    }
  });
  return places;
}

function labelOf(place, node) {
  const { text } = ink();
  const many = place.crowd > 10;
  const label = { show: place.crowd <= 72, color: text, fontSize: many ? 10 : 12, formatter: node.name };
  if (place.angle !== undefined) return { ...label, position: Math.cos(place.angle) < -0.1 ? "left" : Math.cos(place.angle) > 0.1 ? "right" : place.angle < 0 ? "top" : "bottom" };
  if (!many) return { ...label, position: place.low ? "bottom" : "top" };
  // Upwards or downwards from the node, so that neighbours do not meet.
  return { ...label, position: place.low ? "bottom" : "top", rotate: place.low ? -60 : 60,
    align: "left", verticalAlign: "middle", distance: 8 };
}

function nodeSize(node, place) {
  const size = place.crowd > 40 ? 10 : place.crowd > 16 ? 14 : 20;
  return node.kind === "switch" ? [size * 1.8, size] : size;
}

function pictureOption(part, width) {
  const { card, idle } = ink();
  const places = placesOf(part, width);
  const flat = (link) => Math.abs(places[link.from].y - places[link.to].y) < 1 && places[link.from].angle === undefined;
  return {
    ...common(),
    tooltip: {
      ...common().tooltip,
      formatter: (at) => {
        if (at.dataType === "node") {
          const node = part.nodes[at.dataIndex];
          return tip(node.name, node.kind, node.detail);
        }
        const link = part.links[at.dataIndex];
        return tip(`${part.nodes[link.from].name} – ${part.nodes[link.to].name}: ${valueText("share", link.utilization)}`,
          `busiest: ${link.busiest} (${link.tier})`,
          `${link.members} directed links, ${valueText("GBps", link.capacity_GBps)} and ${valueText("bytes", link.bytes)} in all`);
      },
    },
    series: [{
      type: "graph", layout: "none", coordinateSystem: undefined, roam: false,
      left: 0, top: 0, right: 0, bottom: 0, width, height: pictureHeight(part),
      // Corners that nobody sees keep the places where they were put.
      data: [
        ...part.nodes.map((node, i) => ({
          x: places[i].x, y: places[i].y, symbol: SYMBOLS[node.kind] || "circle", symbolSize: nodeSize(node, places[i]),
          itemStyle: { color: NODE_COLOURS[node.kind], borderColor: card, borderWidth: 1 }, label: labelOf(places[i], node),
        })),
        { x: 0, y: 0, symbolSize: 0, itemStyle: { opacity: 0 }, tooltip: { show: false } },
        { x: width, y: pictureHeight(part), symbolSize: 0, itemStyle: { opacity: 0 }, tooltip: { show: false } },
      ],
      links: part.links.map((link) => ({
        source: link.from, target: link.to,
        lineStyle: {
          color: link.bytes > 0 ? heatColour(link.utilization) : idle, opacity: part.links.length > 150 ? 0.75 : 0.95,
          width: (part.links.length > 150 ? 1 : 1.6) + 2.2 * Math.min(link.utilization, 1), curveness: flat(link) ? 0.2 : 0,
        },
      })),
      emphasis: { focus: "adjacency", lineStyle: { width: 5 } },
    }],
  };
}

function pictureTable(part) {
  const columns = [{ title: "between" }, { title: "and" }, { title: "tier" }, { title: "directed links", quantity: "count" },
    { title: "capacity in all", quantity: "GBps" }, { title: "bytes in all", quantity: "bytes" },
    { title: "utilization", quantity: "share" }, { title: "busiest" }];
  const rows = part.links.map((link) => [part.nodes[link.from].name, part.nodes[link.to].name, link.tier, link.members,
    link.capacity_GBps, link.bytes, link.utilization, link.busiest]);
  rows.sort((a, b) => b[6] - a[6]);
  return [columns, rows];
}
