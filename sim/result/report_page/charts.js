// One function a kind of part: what ECharts is to draw, and how high; and the same numbers as a table.

const COLOURS = ["#3b7dd8", "#e0792f", "#2f9e77", "#c2477f", "#8a68d0", "#b59410", "#4aa8b8", "#8b5e3c"];
const PART_COLOURS = ["#8a68d0", "#4aa8b8", "#3b7dd8", "#e0602a", "#9aa3af"];
const HEAT = ["#8fb8de", "#3b82c4", "#f2b134", "#e0602a", "#b3122a"];
const GANTT_COLOURS = {
  operation: "#9db8dc", step: "#3b7dd8", late: "#e0792f", background: "#8b95a3", down: "#b3122a",
};

function ink() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(name).trim();
  return { text: of("--text"), quiet: of("--quiet"), line: of("--line"), card: of("--card"), idle: of("--idle") };
}

function common() {
  const { text, line, card } = ink();
  return {
    animation: false,
    // Named, not inherited: ECharts measures texts by it.
    textStyle: { color: text, fontFamily: getComputedStyle(document.body).fontFamily },
    tooltip: { confine: true, backgroundColor: card, borderColor: line, textStyle: { color: text } },
  };
}

function axis(type, name, quantity, more = {}) {
  const { quiet, line } = ink();
  return {
    type, name, nameLocation: "middle", nameGap: 30,
    nameTextStyle: { color: quiet },
    axisLine: { lineStyle: { color: line } },
    axisTick: { lineStyle: { color: line } },
    axisLabel: { color: quiet, hideOverlap: true, formatter: quantity && ((value) => valueText(quantity, value)) },
    splitLine: { lineStyle: { color: line, opacity: 0.6 } },
    minorSplitLine: { show: false },
    ...more,
  };
}

function markLine(part) {
  const { text } = ink();
  const lines = [
    ...part.x_marks.map((mark) => ({ xAxis: mark.at, name: mark.text })),
    ...part.y_marks.map((mark) => ({ yAxis: mark.at, name: mark.text })),
  ];
  return {
    silent: true, symbol: "none", data: lines,
    lineStyle: { color: text, type: "dotted", width: 1.2 },
    label: { color: text, position: "insideEndTop", formatter: (at) => at.name },
  };
}

function curvesOption(part) {
  const { text } = ink();
  const xs = part.series.flatMap((series) => series.points.map((point) => point[0]));
  const flat = !part.logarithmic;
  return {
    ...common(),
    color: COLOURS,
    legend: part.series.length > 1 ? { top: 0, textStyle: { color: text }, type: "scroll" } : undefined,
    grid: { left: 78, right: 28, top: part.series.length > 1 ? 36 : 18, bottom: 48 },
    xAxis: axis("log", part.x_title, part.x, {
      logBase: part.x === "bytes" ? 2 : 10, min: Math.min(...xs), max: Math.max(...xs),
    }),
    yAxis: axis(flat ? "value" : "log", "", part.y),
    tooltip: {
      ...common().tooltip, trigger: "axis",
      formatter: (at) => tip(valueText(part.x, at[0].value[0]),
        ...at.map((point) => `${point.seriesName}: ${valueText(part.y, point.value[1])}`)),
    },
    series: part.series.map((series, i) => ({
      type: series.style === "points" ? "scatter" : "line",
      name: series.name, data: series.points,
      symbol: series.style === "dashed" ? "none" : "circle", symbolSize: 7,
      lineStyle: { width: 2.2, type: series.style === "dashed" ? "dashed" : "solid" },
      markLine: i === 0 ? markLine(part) : undefined,
    })),
  };
}

function curvesTable(part) {
  const rows = [];
  for (const series of part.series) for (const [x, y] of series.points) rows.push([series.name, x, y]);
  return [[{ title: "curve" }, { title: part.x_title, quantity: part.x }, { title: "value", quantity: part.y }], rows];
}

/// As shares of each whole: times of many sizes differ by orders of magnitude.
function stackOption(part) {
  const { text } = ink();
  const whole = part.bars.map((bar) => bar.parts.reduce((sum, value) => sum + value, 0));
  return {
    ...common(),
    color: PART_COLOURS,
    legend: { top: 0, textStyle: { color: text } },
    grid: { left: 20, right: 100, top: 34, bottom: 26, containLabel: true },
    xAxis: axis("value", "", "share", { max: 1 }),
    yAxis: axis("category", "", null, {
      data: part.bars.map((bar) => bar.name), inverse: true, splitLine: { show: false },
      axisLabel: { color: text, width: 240, overflow: "truncate", interval: 0 },
    }),
    tooltip: {
      ...common().tooltip,
      formatter: (at) => tip(`${part.bars[at.dataIndex].name}: ${at.seriesName}`,
        `${valueText(part.quantity, part.bars[at.dataIndex].parts[at.seriesIndex])}, ${valueText("share", at.value)}`,
        part.meanings[at.seriesIndex]),
    },
    series: part.names.map((name, i) => ({
      type: "bar", stack: "all", name, barMaxWidth: 26,
      data: part.bars.map((bar, b) => (whole[b] > 0 ? bar.parts[i] / whole[b] : 0)),
      label: {
        show: i === part.names.length - 1, position: "right", color: text,
        formatter: (at) => valueText(part.quantity, whole[at.dataIndex]),
      },
    })),
  };
}

function stackTable(part) {
  const columns = [{ title: "" }, ...part.names.map((title) => ({ title, quantity: part.quantity }))];
  return [columns, part.bars.map((bar) => [bar.name, ...bar.parts])];
}

function barsOption(part) {
  return {
    ...common(),
    grid: { left: 64, right: 24, top: 18, bottom: 48 },
    xAxis: axis("category", part.x_title, null, {
      data: part.bars.map((bar) => bar.name), splitLine: { show: false },
    }),
    yAxis: axis("value", "", part.quantity, {
      min: part.base,
      max: (range) => (range.max - part.base < 0.01 ? part.base + 0.1 : range.max),
    }),
    tooltip: {
      ...common().tooltip,
      formatter: (at) => tip(`${at.name}: ${valueText(part.quantity, part.bars[at.dataIndex].value)}`,
        part.bars[at.dataIndex].detail),
    },
    series: [{ type: "bar", data: part.bars.map((bar) => bar.value), barMaxWidth: 34, itemStyle: { color: "#e0602a" } }],
  };
}

function barsTable(part) {
  return [[{ title: part.x_title }, { title: "", quantity: part.quantity }, { title: "" }],
    part.bars.map((bar) => [bar.name, bar.value, bar.detail])];
}

function heatOption(part) {
  const { text, quiet, card } = ink();
  const width = part.columns.length;
  const data = part.values.map((value, i) => [i % width, Math.floor(i / width), value]).filter((at) => at[2] > 0);
  const timed = part.x_title === "time";
  const column = (name) => (timed ? timeText(Number(name)) : name);
  return {
    ...common(),
    grid: { left: 20, right: 24, top: 12, bottom: 84, containLabel: true },
    xAxis: axis("category", part.x_title, null, {
      data: part.columns, splitLine: { show: false }, nameGap: timed ? 26 : 46,
      axisLabel: { color: quiet, hideOverlap: true, rotate: timed || width <= 8 ? 0 : 60, formatter: column },
    }),
    yAxis: axis("category", "", null, {
      data: part.rows, inverse: true, splitLine: { show: false },
      axisLabel: { color: quiet, interval: part.rows.length > 48 ? "auto" : 0, width: 220, overflow: "truncate" },
    }),
    visualMap: {
      min: 0, max: part.most, orient: "horizontal", left: "center", bottom: 0, itemWidth: 12, itemHeight: 160,
      calculable: false, text: [valueText(part.quantity, part.most), "0"],
      textStyle: { color: text }, inRange: { color: HEAT }, dimension: 2,
    },
    tooltip: {
      ...common().tooltip,
      formatter: (at) => tip(valueText(part.quantity, at.value[2]),
        `${part.y_title}: ${part.rows[at.value[1]]}`, `${part.x_title}: ${column(part.columns[at.value[0]])}`),
    },
    series: [{
      type: "heatmap", data, itemStyle: timed ? {} : { borderColor: card, borderWidth: 0.5 },
      emphasis: { itemStyle: { borderColor: text, borderWidth: 1 } },
    }],
  };
}

function heatTable(part) {
  const width = part.columns.length;
  const rows = part.values.map((value, i) => [part.rows[Math.floor(i / width)], part.columns[i % width], value])
    .filter((row) => row[2] > 0);
  return [[{ title: part.y_title }, { title: part.x_title }, { title: "", quantity: part.quantity }], rows];
}

/// A bar's box in the chart; late ranks and what was down lie low, so that steps show above.
function ganttBar(bar, api) {
  const [left, middle] = api.coord([bar.from, bar.row]);
  const right = api.coord([bar.to, bar.row])[0];
  const high = api.size([0, 1])[1] * { operation: 0.78, step: 0.5, late: 0.22, background: 0.5, down: 0.5 }[bar.kind];
  const top = bar.kind === "late" ? middle + api.size([0, 1])[1] * 0.17 : middle - high / 2;
  return { x: left, y: top, width: Math.max(right - left, 1), height: high };
}

function ganttOption(part) {
  const { text, card } = ink();
  const kinds = Object.keys(GANTT_COLOURS).filter((kind) => part.bars.some((bar) => bar.kind === kind));
  const few = part.marks.length <= 8;
  const series = kinds.map((kind) => {
    const bars = part.bars.filter((bar) => bar.kind === kind);
    return {
      type: "custom", name: kind, itemStyle: { color: GANTT_COLOURS[kind] }, clip: true,
      encode: { x: [0, 1], y: 2 }, data: bars.map((bar) => [bar.from, bar.to, bar.row]),
      renderItem: (at, api) => ({
        type: "rect", shape: ganttBar(bars[at.dataIndex], api),
        style: {
          fill: GANTT_COLOURS[kind], opacity: kind === "step" && at.dataIndex % 2 ? 0.72 : 1,
          stroke: kind === "step" ? card : "none", lineWidth: 0.5,
        },
      }),
      tooltip: {
        formatter: (at) => {
          const bar = bars[at.dataIndex];
          return tip(bar.name, `${timeText(bar.from)} – ${timeText(bar.to)} (${timeText(bar.to - bar.from)})`, bar.detail);
        },
      },
    };
  });
  series.push({
    type: "line", data: [], name: "link event",
    markLine: {
      symbol: ["none", "none"], animation: false, data: part.marks.map((mark) => ({ xAxis: mark.at, name: mark.text })),
      lineStyle: { color: "#b3122a", type: "dashed", width: 1 },
      label: { show: few, rotate: 25, position: "start", align: "left", color: text, fontSize: 11, formatter: (at) => at.name },
      tooltip: { formatter: (at) => tip(at.name, timeText(part.marks[at.dataIndex].at)) },
    },
  });
  return {
    ...common(),
    legend: { top: 0, data: kinds, textStyle: { color: text } },
    grid: { left: 20, right: 28, top: few && part.marks.length ? 110 : 34, bottom: 80, containLabel: true },
    xAxis: axis("value", "time", "us", { min: 0, max: part.end, splitNumber: 8 }),
    yAxis: axis("category", "", null, {
      data: part.rows, inverse: true, splitLine: { show: false },
      axisLabel: { color: text, interval: 0, width: 230, overflow: "truncate" },
    }),
    dataZoom: [{ type: "slider", bottom: 8, height: 20, showDetail: false, filterMode: "weakFilter", brushSelect: false }],
    series,
  };
}

function ganttTable(part) {
  const columns = [{ title: "row" }, { title: "what" }, { title: "kind" }, { title: "from", quantity: "us" },
    { title: "to", quantity: "us" }, { title: "" }];
  const rows = part.bars.map((bar) => [part.rows[bar.row], bar.name, bar.kind, bar.from, bar.to, bar.detail]);
  for (const mark of part.marks) rows.push(["", mark.text, "link event", mark.at, null, ""]);
  return [columns, rows];
}

const CHARTS = {
  curves: { option: curvesOption, table: curvesTable, height: () => 340 },
  stack: { option: stackOption, table: stackTable, height: (part) => 80 + 32 * part.bars.length },
  bars: { option: barsOption, table: barsTable, height: () => 280 },
  heatmap: { option: heatOption, table: heatTable, height: (part) => 130 + Math.max(4, part.rows.length) * (part.x_title === "time" ? 16 : part.rows.length > 32 ? 10 : 22) },
  gantt: { option: ganttOption, table: ganttTable, height: (part) => 150 + 34 * part.rows.length + (part.marks.length && part.marks.length <= 8 ? 76 : 0) },
  picture: { option: pictureOption, table: pictureTable, height: pictureHeight },
};
