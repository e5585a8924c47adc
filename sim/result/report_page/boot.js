// Builds the page from its data, and keeps the charts in step with theme, width and paper.

const MOST_ROWS = 500;
const report = JSON.parse(document.getElementById("data").textContent);
const drawn = [];

function draw(chart) {
  chart.made.setOption(CHARTS[chart.part.kind].option(chart.part, chart.made.getWidth()), true);
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  document.getElementById("theme").textContent = theme === "dark" ? "Light" : "Dark";
  drawn.forEach(draw);
}

/// The numbers of a chart for those who cannot see it, made when they are asked for.
function asTable(part) {
  const details = element("details", {}, element("summary", {}, "As a table"));
  details.addEventListener("toggle", () => {
    if (details.childElementCount > 1) return;
    const [columns, rows] = CHARTS[part.kind].table(part);
    details.append(tableOf(columns, rows.slice(0, MOST_ROWS)));
    if (rows.length > MOST_ROWS) details.append(element("p", { class: "note" }, `The first ${MOST_ROWS} of ${rows.length} rows.`));
  });
  return details;
}

function scaleSwitch(chart) {
  const box = element("input", { type: "checkbox" });
  box.checked = chart.part.logarithmic;
  box.addEventListener("change", () => {
    chart.part.logarithmic = box.checked;
    draw(chart);
  });
  return element("label", { class: "tools" }, box, " logarithmic");
}

function heatScale() {
  const bar = element("i");
  bar.style.background = `linear-gradient(90deg, ${HEAT.join(", ")})`;
  return element("div", { class: "scale" }, "unused to 0 %", bar, "100 %");
}

function addChart(section, part) {
  const place = element("div", { class: "chart", role: "img", "aria-label": `${part.title}. ${part.note}` });
  place.style.height = `${CHARTS[part.kind].height(part)}px`;
  section.append(place);
  const chart = { part, made: echarts.init(place, null, { renderer: "svg" }) };
  drawn.push(chart);
  draw(chart);
  if (part.kind === "curves") section.prepend(scaleSwitch(chart));
  if (part.kind === "picture") section.append(heatScale());
  section.append(asTable(part));
}

function addPart(part, index) {
  const section = element("section", { id: `part${index}`, "data-kind": part.kind }, element("h2", {}, part.title));
  if (part.note) section.append(element("p", { class: "note" }, part.note));
  document.getElementById("parts").append(section);
  document.getElementById("contents").append(element("a", { href: `#part${index}` }, part.title));
  if (part.kind === "text") section.append(element("pre", { tabindex: "0" }, part.text));
  else if (part.kind === "table") section.append(tableOf(part.columns, part.rows));
  else addChart(section, part);
  if (part.kind === "text" || (part.kind === "table" && part.rows.length > 24)) section.classList.add("long");
}

function addTile(tile) {
  const value = element("dd", {}, valueText(tile.quantity, tile.value));
  if (typeof tile.value === "number") value.dataset.value = String(tile.value);
  else value.className = "words";
  document.getElementById("tiles").append(
    element("div", { class: "tile" }, element("dt", {}, tile.label), value, element("dd", { class: "detail" }, tile.detail)));
}

/// On paper everything is light and as wide as the sheet.
function onPaper() {
  const before = document.documentElement.dataset.theme;
  window.addEventListener("afterprint", () => {
    for (const chart of drawn) chart.made.resize({ width: "auto" });
    setTheme(before);
  }, { once: true });
  for (const chart of drawn) chart.made.resize({ width: 660 });
  setTheme("light");
}

document.getElementById("title").textContent = report.title;
document.getElementById("subtitle").textContent = report.subtitle;
document.getElementById("program").textContent = report.program;
for (const note of report.notes) document.getElementById("notes").append(element("li", {}, note));
const dark = window.matchMedia("(prefers-color-scheme: dark)");
setTheme(dark.matches ? "dark" : "light");
report.tiles.forEach(addTile);
report.parts.forEach(addPart);
dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
document.getElementById("theme").addEventListener("click", () =>
  setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
window.addEventListener("resize", () => {
  for (const chart of drawn) {
    chart.made.resize();
    if (chart.part.kind === "picture") draw(chart);
  }
});
window.addEventListener("beforeprint", onPaper);
document.documentElement.dataset.ready = "yes";
