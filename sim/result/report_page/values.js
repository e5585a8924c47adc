// How values are written, and the elements that hold them. Names come from files: they become text, never markup.

const NUMERIC = new Set(["count", "bytes", "us", "GBps", "share", "factor"]);

const digits = (value, most) => Number(value.toPrecision(most)).toLocaleString("en", {
  maximumSignificantDigits: most,
  useGrouping: false,
});

function scaled(value, units, base) {
  let at = 0;
  while (Math.abs(value) >= base && at < units.length - 1) {
    value /= base;
    ++at;
  }
  return `${digits(value, 4)} ${units[at]}`;
}

function timeText(us) {
  if (us !== 0 && Math.abs(us) < 1) return `${digits(us * 1000, 4)} ns`;
  return scaled(us, ["µs", "ms", "s"], 1000);
}

/// Powers of two where that is shorter, as sizes are stated.
function bytesText(bytes) {
  if (bytes >= 1024 && Number.isInteger(bytes)) {
    const binary = scaled(bytes, ["B", "KiB", "MiB", "GiB", "TiB"], 1024);
    if (/^\d{1,4} /.test(binary) && bytes % 1024 === 0) return binary;
  }
  return scaled(bytes, ["B", "kB", "MB", "GB", "TB", "PB"], 1000);
}

function valueText(quantity, value) {
  if (value === null || value === undefined) return "";
  switch (quantity) {
    case "us": return timeText(value);
    case "bytes": return bytesText(value);
    case "GBps": return `${digits(value, 4)} GB/s`;
    case "share": return `${digits(100 * value, 3)} %`;
    case "factor": return `×${digits(value, 4)}`;
    case "count": return value.toLocaleString("en");
    default: return String(value);
  }
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/// What a chart shows beside the pointer: a line in bold, and others.
function tip(head, ...lines) {
  const box = element("div", { class: "tip" }, element("b", {}, head));
  for (const line of lines.filter(Boolean)) box.append(element("div", {}, line));
  return box;
}

/// The whole number stays in `data-value` and under the pointer.
function cell(quantity, value) {
  const made = element("td", {}, valueText(quantity, value));
  if (!NUMERIC.has(quantity)) return made;
  made.className = "number";
  if (typeof value === "number") {
    made.dataset.value = String(value);
    made.title = String(value) + ({ us: " µs", bytes: " B", GBps: " GB/s" }[quantity] || "");
  }
  return made;
}

function tableOf(columns, rows) {
  const head = element("tr");
  for (const column of columns) {
    const made = element("th", { scope: "col" }, column.title);
    if (NUMERIC.has(column.quantity)) made.className = "number";
    head.append(made);
  }
  const body = element("tbody");
  for (const row of rows) body.append(element("tr", {}, ...row.map((value, i) => cell(columns[i].quantity, value))));
  return element("div", { class: "scroll", tabindex: "0", role: "group" },
    element("table", {}, element("thead", {}, head), body));
}
