"use strict";

// The page of the dashboard. It signs in, renders the initial data, and then follows one stream of events of the server.
// Calls of the daemon are POST requests to /call/INTERFACE.METHOD. Data enters the document only as text, never as HTML.

// MARK: Elements

const $ = (id) => document.getElementById(id);

/** Creates an element. Names of attributes that start with "on" are events; null attributes and null children are left out. */
function create(name, attributes = {}, ...children) {
  return complete(document.createElement(name), attributes, children);
}

function createSVG(name, attributes = {}, ...children) {
  return complete(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function complete(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Sets the text of an element only if it changes, so that an unchanged text stays selected and causes no layout. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setClass(element, name) {
  if (element.className !== name) element.className = name;
}

/** Makes a button unavailable with a reason, or available without one. It keeps the focus, so a keyboard reaches the reason. */
function setAvailable(button, reason) {
  button.setAttribute("aria-disabled", reason ? "true" : "false");
  button.title = reason || "";
}

const isAvailable = (button) => button.getAttribute("aria-disabled") !== "true";

const pendingDrawings = new Set();

/** Calls a function once before the next frame, however often it is requested. */
function schedule(draw) {
  if (pendingDrawings.size === 0) {
    requestAnimationFrame(() => {
      const drawings = [...pendingDrawings];
      pendingDrawings.clear();
      for (const drawing of drawings) drawing();
    });
  }
  pendingDrawings.add(draw);
}

/** Creates a table from the titles of its columns and its rows of cells; a cell is a node or a text. */
function table(caption, titles, rows) {
  return create("table", {},
    caption ? create("caption", {}, caption) : null,
    create("thead", {}, create("tr", {}, titles.map((title) => create("th", { scope: "col" }, title)))),
    create("tbody", {}, rows.map((cells) => create("tr", {}, cells.map((cell) => create("td", {}, cell))))));
}

// MARK: Formats

const numbers = new Intl.NumberFormat("en", {
  maximumSignificantDigits: 3, maximumFractionDigits: 2, roundingPriority: "lessPrecision",
});

/** Formats of values. An unknown value, null or undefined, is an empty text. */
const formats = {
  rate: (value) => numbers.format(value),
  percent: (value) => `${numbers.format(value * 100)} %`,
  bytes(value) {
    const power = value < 1024 ? 0 : Math.min(4, Math.floor(Math.log2(value) / 10));
    return `${numbers.format(value / 1024 ** power)} ${["B", "KiB", "MiB", "GiB", "TiB"][power]}`;
  },
  seconds(value) {
    if (value === 0) return "0";
    if (value < 0.001) return `${numbers.format(value * 1e6)} µs`;
    return value < 1 ? `${numbers.format(value * 1e3)} ms` : `${numbers.format(value)} s`;
  },
};
for (const [name, format] of Object.entries(formats)) {
  formats[name] = (value) => value === undefined || value === null ? "" : format(value);
}

/** The time since a date in minutes, hours or days. Seconds would change the text of every row with every drawing. */
function age(date) {
  const seconds = (Date.now() - new Date(date)) / 1000;
  if (seconds < 60) return "< 1 min";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86400 * 2) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}

/** The time of the day, with the date unless it is today. */
function clock(date) {
  const value = new Date(date);
  const time = value.toLocaleTimeString("en-GB");
  const isToday = value.toDateString() === new Date().toDateString();
  return isToday ? time : `${value.toLocaleDateString("sv-SE")} ${time}`;
}

const timeElement = (date) => create("time", { datetime: date, title: date }, clock(date));

const pluginLink = (name) => create("a", { href: `#/plugin/${encodeURIComponent(name)}` }, name);

const stateElement = (state) => create("span", { class: `state ${state}` }, state);

const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

// MARK: Calls

const roles = ["read", "operate", "administer"];

/** What the page shows first: the caller, the daemon, and the first plugins. */
let initial = null;

/** The reason why the caller may not use what requires a role, or null. */
function missingRole(role) {
  if (roles.indexOf(initial.role) >= roles.indexOf(role)) return null;
  return `Requires the role '${role}'. Your role is '${initial.role}'.`;
}

/** An error of a call, or a failure of its transport. The message is the server's. */
class CallError extends Error {
  constructor(failure) {
    super(failure.message || failure.error);
    this.name = failure.error;
  }
}

/**
 * Sends a request with the token of the session. Throws a CallError unless its status is one of success.
 *
 * The token is in the storage of the tab and the origin, which includes the port. A cookie would reach every port of the host.
 */
async function request(path, options = {}, token = sessionStorage.getItem("session")) {
  let response;
  try {
    response = await fetch(path, { ...options, headers: { ...options.headers, Authorization: `Bearer ${token}` } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new CallError({ error: "Disconnected", message: "The daemon does not respond." });
  }
  if (response.ok) return response;
  if (response.status === 401) {
    endSession("The session has ended: the daemon or the dashboard was restarted, or eight hours have passed.");
  }
  const failure = await response.json().catch(() => ({ error: `the status ${response.status} ${response.statusText}` }));
  throw new CallError(failure);
}

/** Calls a method of the daemon. Returns its reply: an object, or an array of all replies; and why replies are missing, if so. */
async function callWithLimit(method, parameters, signal, parse = JSON.parse) {
  const name = method.includes(".") ? method : `io.trellis.Host.${method}`;
  const response = await request(`/call/${name}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: exactJSON(parameters), signal,
  });
  return { reply: parse(await response.text()), limit: response.headers.get("Trellis-Incomplete") };
}

/** Parses JSON. An integer that a number cannot hold exactly, beyond 2^53, is a BigInt, or in an older browser a marked text. */
const parseExactly = (json) => JSON.parse(json, (key, value, context) => {
  if (typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  return /^-?\d+$/.test(context?.source ?? "") ? BigInt(context.source) : `about ${value}`;
});

/** The JSON of a value with BigInts, which are integers in it, or in an older browser texts. */
const exactJSON = (value) => JSON.stringify(value, (key, item) => {
  if (typeof item !== "bigint") return item;
  return JSON.rawJSON ? JSON.rawJSON(`${item}`) : `${item}`;
});

const call = async (method, parameters = {}) => (await callWithLimit(method, parameters)).reply;

function showBanner(...children) {
  $("banner").replaceChildren(...children);
  $("banner").hidden = false;
}

/** Shows why there is no session, and how to begin one. */
function showSignIn(reason) {
  showBanner(`${reason} To sign in again, run `, create("code", {}, "trellisctl dashboard"),
    ` on ${initial?.host ?? "the machine of the daemon"}, and open the URL that it prints.`);
}

function endSession(reason) {
  sessionStorage.removeItem("session");
  stream.close();
  setConnection("no session", true);
  showSignIn(reason);
}

// MARK: Plugins

/** The order of the states: those that require attention come first. */
const severities = {
  failed: 0, quarantined: 0, degraded: 1, waiting: 2, stopping: 3, starting: 3, reloading: 3,
  running: 4, standby: 4, stopped: 5, disabled: 6,
};

const plugins = new Map();
/** The rates of the last seconds by plugin: calls, errors, p50, p99, processors, streams, scopes. */
const usage = new Map();

/** The reason of a plugin's state and the time of its next start; without a reason, its activity, or how to enable it. */
function reasonOf(plugin) {
  const reason = (plugin.state === "disabled" ? plugin.setup : plugin.reason || plugin.status) || "";
  return plugin.nextStart ? `${reason}${reason ? "; " : ""}next start ${clock(plugin.nextStart)}` : reason;
}

/** The columns of the table: the text of a cell, and the value by which the table is sorted. */
const columns = [
  { key: "name", title: "Plugin", text: (p) => p.name, order: (p) => p.name },
  { key: "state", title: "State", text: (p) => p.state, order: (p) => severities[p.state] },
  { key: "reason", title: "Reason", text: reasonOf, order: reasonOf },
  { key: "since", title: "Since", text: (p) => age(p.since), order: (p) => -new Date(p.since) },
  { key: "calls", title: "Calls/s", number: formats.rate },
  { key: "errors", title: "Errors/s", number: formats.rate },
  { key: "p50", title: "p50", number: formats.seconds },
  { key: "p99", title: "p99", number: formats.seconds },
  { key: "processors", title: "CPU", number: formats.percent },
];
for (const column of columns.filter((column) => column.number)) {
  column.text = (plugin) => column.number(usage.get(plugin.name)?.[column.key]);
  column.order = (plugin) => -(usage.get(plugin.name)?.[column.key] ?? -1);
}

const tableBody = $("plugins").tBodies[0];
const sorting = { column: columns[1], descending: false };
const rows = new Map();

/** A row of the table. Its elements are created once, and then only change their texts. */
function createRow(plugin) {
  const row = { name: plugin.name, element: create("tr", { role: "row" }), texts: {} };
  for (const { key, title, number } of columns) {
    const attributes = { class: `c-${key}${number ? " number" : ""}`, "data-label": title };
    const cell = key === "name" ? create("th", { role: "rowheader", scope: "row", ...attributes })
      : create("td", { role: "cell", ...attributes });
    row.texts[key] = key === "name" ? pluginLink(plugin.name) : key === "state" ? create("span") : cell;
    if (row.texts[key] !== cell) cell.append(row.texts[key]);
    row.element.append(cell);
  }
  return row;
}

function updateRow(row, plugin) {
  row.plugin = plugin;
  for (const { key, text } of columns) setText(row.texts[key], text(plugin));
  setClass(row.texts.state, `state ${plugin.state}`);
  if (row.texts.since.title !== plugin.since) row.texts.since.title = plugin.since;
}

function drawTable() {
  if ($("overview").hidden) return;
  for (const plugin of plugins.values()) {
    if (!rows.has(plugin.name)) rows.set(plugin.name, createRow(plugin));
    updateRow(rows.get(plugin.name), plugin);
  }
  filterTable();
  sortTable();
}

/** Moves only the rows that are not in their place, and keeps the focus of a link in a moved row. */
function sortTable() {
  const { column, descending } = sorting;
  const compare = (a, b) => {
    const [x, y] = [column.order(a.plugin), column.order(b.plugin)];
    const order = x < y ? -1 : x > y ? 1 : 0;
    return (descending ? -order : order) || (a.name < b.name ? -1 : 1);
  };
  const focused = document.activeElement;
  let next = tableBody.firstChild;
  for (const row of [...rows.values()].sort(compare)) {
    if (row.element === next) next = next.nextSibling;
    else tableBody.insertBefore(row.element, next);
  }
  if (focused !== document.activeElement) focused.focus({ preventScroll: true });
}

function filterTable() {
  const words = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { plugin, element } of rows.values()) {
    const text = `${plugin.name} ${plugin.state} ${reasonOf(plugin)} ${plugin.summary}`.toLowerCase();
    const isShown = words.every((word) => text.includes(word));
    if (element.hidden === isShown) element.hidden = !isShown;
    if (isShown) count += 1;
  }
  setText($("plugin-count"), words.length ? `${count} of ${plugins.size}` : plural(plugins.size, "plugin"));
}

function drawTableHead() {
  $("plugins").tHead.rows[0].replaceChildren(...columns.map((column) => create("th", {
    role: "columnheader", scope: "col", class: `c-${column.key}${column.number ? " number" : ""}`,
    "aria-sort": column !== sorting.column ? null : sorting.descending ? "descending" : "ascending",
  }, create("button", { type: "button", onclick: () => sortBy(column) }, column.title))));
}

function sortBy(column) {
  sorting.descending = column === sorting.column && !sorting.descending;
  sorting.column = column;
  drawTableHead();
  $("plugins").tHead.querySelector("[aria-sort] button").focus();
  sortTable();
}

/** Names what is wrong, the most severe state first, and how many plugins run. */
function drawSummary() {
  const all = [...plugins.values()];
  const names = ["failed", "quarantined", "degraded", "waiting"].flatMap((state) => {
    const wrong = all.filter((plugin) => plugin.state === state);
    if (wrong.length === 0) return [];
    const links = wrong.slice(0, 5).flatMap((plugin) => [" ", pluginLink(plugin.name)]);
    return [stateElement(state), links, wrong.length > 5 ? ` and ${wrong.length - 5} more` : "", " · "].flat();
  });
  const enabled = all.filter((plugin) => plugin.state !== "disabled");
  const running = enabled.filter((plugin) => ["running", "degraded", "reloading"].includes(plugin.state));
  const content = create("p", {}, names, `${running.length} of ${plural(enabled.length, "enabled plugin")} running`);
  if ($("summary").textContent !== content.textContent) $("summary").replaceChildren(...content.childNodes);
}

/** Updates a plugin. The stream begins with all plugins, so a new stream has what changed while the previous one was closed. */
function updatePlugin(plugin) {
  if (!plugins.has(plugin.name)) $("plugin-names").append(create("option", { value: plugin.name }));
  if (plugins.get(plugin.name)?.state !== plugin.state) forms = null;
  plugins.set(plugin.name, plugin);
  schedule(drawTable);
  schedule(drawSummary);
  if (view.plugin === plugin.name) schedule(drawPlugin);
}

function updateUsage(list) {
  for (const rates of list) usage.set(rates.plugin, rates);
  schedule(drawTable);
  if (view.plugin) schedule(drawPlugin);
}

// MARK: Plots

/** The number of samples of an hour, one every five seconds. */
const samplesLimit = 720;
/** The samples of the last hour: their times, and for each series its values. */
const samples = { step: 5, times: [], series: {} };

const plots = [
  { title: "Calls per second", format: formats.rate, unit: 1, series: [["calls", "calls"], ["errors", "errors"]] },
  { title: "Latency", format: formats.seconds, unit: 1, series: [["p50", "p50"], ["p90", "p90"], ["p99", "p99"]] },
  { title: "Memory", format: formats.bytes, unit: 1 << 20, series: [["memory", ""]] },
];

const plotSize = { width: 330, height: 96, left: 40, right: 66, top: 8, bottom: 14 };

/** The smallest number 1, 2 or 5 times a power of ten, in a unit, that is not less than a value. */
function axisMaximum(value, unit) {
  const power = 10 ** Math.floor(Math.log10(value / unit));
  const factor = [1, 2, 5, 10].find((factor) => factor * power * unit >= value * 0.999999);
  return factor * power * unit;
}

function createPlot(plot) {
  plot.image = createSVG("svg", { role: "img", viewBox: `0 0 ${plotSize.width} ${plotSize.height}` });
  plot.box = create("div", { class: "box", tabindex: 0, role: "region", "aria-label": `Values of ${plot.title}` });
  plot.details = create("details", { ontoggle: () => drawPlotTable(plot) },
    create("summary", {}, "Table of the values"), plot.box);
  return create("figure", {}, create("figcaption", {}, plot.title), plot.image, plot.details);
}

function drawPlot(plot) {
  const { width, height, left, right, top, bottom } = plotSize;
  const end = samples.times.at(-1) ?? Math.floor(Date.now() / 1000);
  const minutes = [10, 30].find((range) => end - (samples.times[0] ?? end) <= range * 60) ?? 60;
  const values = plot.series.map(([key]) => samples.series[key] ?? []);
  const highest = Math.max(0, ...values.flat().filter((value) => value !== null));
  const maximum = axisMaximum(highest || plot.unit, plot.unit);
  const x = (time) => left + (width - left - right) * (1 - (end - time) / (minutes * 60));
  const y = (value) => top + (height - top - bottom) * (1 - value / maximum);
  const lines = plot.series.map((_, index) => createSVG("path", {
    class: `series series${index + 1}`, d: pathOf(values[index], x, y),
  }));
  const now = plot.series.map(([, label], index) => [label, values[index].at(-1) ?? null]);
  const texts = now.map(([label, value]) => `${label} ${value === null ? "unknown" : plot.format(value)}`.trim());
  plot.image.replaceChildren(
    createSVG("title", {}, `${plot.title} in the last ${minutes} minutes. `
      + `Now: ${texts.join(", ")}. Highest: ${plot.format(highest)}.`),
    createSVG("path", { class: "axis", d: `M${left} ${top}V${y(0)}H${width - right}M${left} ${y(maximum / 2)}H${width - right}` }),
    ...[maximum, maximum / 2, 0].map((value) =>
      createSVG("text", { x: left - 4, y: y(value) + 3, "text-anchor": "end" }, plot.format(value))),
    ...[[minutes, `−${minutes} min`, "start"], [minutes / 2, `−${minutes / 2}`, "middle"], [0, "now", "end"]]
      .map(([past, label, anchor]) =>
        createSVG("text", { x: x(end - past * 60), y: height - 3, "text-anchor": anchor }, label)),
    ...lines,
    ...labelPositions(now.map(([, value]) => y(value ?? 0))).map((position, index) =>
      createSVG("text", { class: "label", x: width - right + 5, y: position }, texts[index])));
  drawPlotTable(plot);
}

/** The path through the values, interrupted where a value is unknown. A value between two unknown ones is a dot. */
function pathOf(values, x, y) {
  let path = "", isDrawing = false;
  values.forEach((value, index) => {
    if (value !== null) path += `${isDrawing ? "L" : "M"}${x(samples.times[index]).toFixed(1)} ${y(value).toFixed(1)}`;
    if (value !== null && !isDrawing) path += "h0";
    isDrawing = value !== null;
  });
  return path;
}

/** Moves labels apart that would overlap, in the order of their values. */
function labelPositions(positions) {
  const order = positions.map((_, index) => index).sort((a, b) => positions[b] - positions[a]);
  const result = [];
  let limit = plotSize.height - plotSize.bottom;
  for (const index of order) {
    result[index] = Math.min(positions[index] + 3, limit);
    limit = result[index] - 10;
  }
  return result;
}

/** Lists the values of a plot, the newest first, while its table is open. */
function drawPlotTable(plot) {
  if (!plot.details.open) return plot.box.replaceChildren();
  const titles = ["Time", ...plot.series.map(([, label]) => label || plot.title)];
  const values = samples.times.map((time, index) => [
    clock(time * 1000), ...plot.series.map(([key]) => plot.format(samples.series[key]?.[index])),
  ]);
  const position = plot.box.scrollTop;
  plot.box.replaceChildren(table(`${plot.title}, every ${samples.step} s`, titles, values.reverse()));
  plot.box.scrollTop = position;
}

function drawPlots() {
  if (!$("overview").hidden) plots.forEach(drawPlot);
}

async function readSamples() {
  Object.assign(samples, await (await request("/history")).json());
  schedule(drawPlots);
}

function addSample(sample) {
  if (sample.time <= (samples.times.at(-1) ?? 0)) return;
  samples.times.push(sample.time);
  for (const [key] of plots.flatMap((plot) => plot.series)) {
    const values = samples.series[key] ??= Array(samples.times.length - 1).fill(null);
    values.push(sample[key] ?? null);
  }
  const excess = samples.times.length - samplesLimit;
  if (excess > 0) for (const values of [samples.times, ...Object.values(samples.series)]) values.splice(0, excess);
  schedule(drawPlots);
}

// MARK: Journal

/** The log and the events in one list, at most this many, ordered by time. */
const journalLimit = 1000;
const journal = {
  entries: [], pending: [], isPaused: false,
  /** The last number of each source, to leave out what a new stream repeats. */
  last: { log: 0, event: 0 },
  filter: { source: "", level: "", plugin: "", text: "" },
};
const levels = ["trace", "debug", "info", "notice", "warning", "error", "critical"];

/** Adds an entry with its number at its source, or without a number. An entry that was added before is left out. */
function addToJournal(source, number, entry) {
  if (number !== null && number <= journal.last[source]) return;
  if (number !== null) journal.last[source] = number;
  journal.pending.push({ source, fields: "", ...entry, milliseconds: Date.parse(entry.time) });
  if (journal.pending.length > journalLimit) journal.pending.shift();
  schedule(drawJournal);
}

function addLogEntry({ entry, missed }) {
  if (missed) {
    const message = `${missed} entries of the log are missing: this page read too slowly`;
    addToJournal("log", null, { time: entry?.time ?? new Date().toISOString(), level: "warning", plugin: "", message });
  }
  if (!entry) return;
  const fields = Object.entries(entry.fields ?? {}).map(([key, value]) => `${key}=${value}`);
  if (entry.requestID) fields.push(`request=${entry.requestID}`);
  addToJournal("log", entry.number, {
    time: entry.time, level: entry.level, plugin: entry.plugin ?? "", message: entry.message, fields: fields.join(" "),
  });
}

function addEvent(event) {
  if (!event) return;
  addToJournal("event", event.kind === "gap" ? null : event.sequence, { time: event.time, ...describe(event) });
  const plugin = event.transition?.plugin ?? event.fault?.plugin;
  if (plugin && plugin === view.plugin) schedule(readPlugin);
  if (event.kind === "reload") schedule(readPlan);
}

/** The level, the plugin and the text of an event. */
function describe({ kind, transition, fault, reload, gap }) {
  switch (kind) {
  case "transition": {
    const { plugin, from, to, reason, nextStart } = transition;
    const change = from === to ? `${to}, next start ${nextStart ? clock(nextStart) : "none"}` : `${from} → ${to}`;
    const level = severities[to] === 0 ? "error" : severities[to] === 1 ? "warning" : "info";
    return { level, plugin, message: reason ? `${change}: ${reason}` : change };
  }
  case "fault": {
    const details = ["services", "threads", "tasks", "calls", "instances", "files"].flatMap((key) => fault[key] ?? []);
    const level = fault.kind === "abandonedCodeEnded" ? "notice" : "error";
    return { level, plugin: fault.plugin, message: [fault.message, ...details].join("; ") };
  }
  case "reload": {
    const changes = reload.plugins.map((change) => `${change.action} ${change.plugin}`).join(", ");
    const level = reload.outcome === "done" ? "notice" : "error";
    return { level, plugin: "", message: [`reload: ${reload.outcome}`, changes, reload.message].filter(Boolean).join("; ") };
  }
  default:
    return { level: "warning", plugin: "", message: `${gap?.count ?? "some"} events are missing: ${gap?.reason}` };
  }
}

function matches(entry) {
  const { source, level, plugin, text } = journal.filter;
  return (!source || entry.source === source)
    && (!level || levels.indexOf(entry.level) >= levels.indexOf(level))
    && (!plugin || entry.plugin === plugin)
    && (!text || `${entry.message} ${entry.fields}`.toLowerCase().includes(text.toLowerCase()));
}

function createEntry(entry) {
  return create("li", { class: entry.level },
    timeElement(entry.time), create("span", { class: "level" }, entry.level),
    entry.plugin ? pluginLink(entry.plugin) : create("span", {}, "trellisd"),
    create("span", { class: "message" }, `${entry.source === "event" ? "◆ " : ""}${entry.message} `,
      create("span", { class: "fields" }, entry.fields)));
}

/** Adds the new entries at their time, removes the oldest beyond the limit, and keeps the end in view if it was. */
function drawJournal() {
  const { entries, pending, isPaused } = journal;
  setText($("pause"), isPaused ? `Resume (${pending.length} new)` : "Pause");
  if ($("journal").hidden || isPaused) return;
  const box = $("journal-box"), list = $("entries");
  const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 24;
  for (const entry of pending.splice(0)) {
    let index = entries.length;
    while (index > 0 && entries[index - 1].milliseconds > entry.milliseconds) index -= 1;
    if (index === 0 && entries.length >= journalLimit) continue;
    entry.element = createEntry(entry);
    entry.element.hidden = !matches(entry);
    list.insertBefore(entry.element, entries[index]?.element ?? null);
    entries.splice(index, 0, entry);
  }
  while (entries.length > journalLimit) entries.shift().element.remove();
  countEntries();
  if (isAtEnd) box.scrollTop = box.scrollHeight;
}

function countEntries() {
  const shown = journal.entries.filter((entry) => !entry.element.hidden).length;
  setText($("journal-count"), `${shown} of ${journal.entries.length} lines`);
}

function filterJournal(filter) {
  journal.filter = filter;
  for (const [name, value] of Object.entries(filter)) {
    const control = $("journal-filter").elements[name];
    if (control.value !== value) control.value = value;
  }
  for (const entry of journal.entries) entry.element.hidden = !matches(entry);
  countEntries();
  $("journal-box").scrollTop = $("journal-box").scrollHeight;
}

/** Writes the filter into the address, so that it can be copied. */
function changeJournalFilter() {
  const filter = Object.fromEntries(new FormData($("journal-filter")));
  const set = Object.entries(filter).filter(([, value]) => value !== "");
  const query = new URLSearchParams(set).toString();
  history.replaceState(null, "", `#/journal${query ? `?${query}` : ""}`);
  filterJournal(filter);
}

function togglePause() {
  journal.isPaused = !journal.isPaused;
  $("pause").setAttribute("aria-pressed", String(journal.isPaused));
  drawJournal();
}

// MARK: One plugin

/** Terms and their descriptions; those without a description are left out. */
function definitions(pairs) {
  return pairs.filter(([, description]) => description !== null && description !== undefined && description !== "")
    .flatMap(([term, description]) => [create("dt", {}, term), create("dd", {}, description)]);
}

/** Replaces only the changed descriptions of a list while its terms stay the same, so that the others keep the focus. */
function updateDefinitions(list, elements) {
  const isSame = (element, index) => element.textContent === list.children[index]?.textContent;
  const hasSameTerms = elements.length === list.children.length && elements.every((e, i) => i % 2 === 1 || isSame(e, i));
  if (!hasSameTerms) return list.replaceChildren(...elements);
  elements.forEach((element, index) => isSame(element, index) || list.children[index].replaceWith(element));
}

/** Links to plugins, each with its state. */
function conditions(list) {
  if (!list?.length) return null;
  return list.flatMap((plugin, index) => [index ? ", " : "", pluginLink(plugin.name), " ", stateElement(plugin.state)]);
}

/** The explanation of the shown plugin. */
let explanation = null;

/** Reads the explanation and the scopes of the shown plugin. */
async function readPlugin() {
  const name = view.plugin;
  if (!name) return;
  try {
    const reply = await call("ExplainPlugin", { plugin: name });
    if (view.plugin !== name) return;
    explanation = reply;
    setText($("plugin-error"), "");
    drawPlugin();
    drawTransitions();
    await Promise.all([readScopes(), drawCommands()]);
  } catch (error) {
    if (view.plugin === name) setText($("plugin-error"), error.message);
  }
}

function drawPlugin() {
  const plugin = plugins.get(view.plugin);
  if (!plugin) return;
  setText($("plugin-summary"), `${plugin.summary} Version ${plugin.version}.`);
  const known = explanation?.condition.name === plugin.name ? explanation : null;
  const rates = usage.get(plugin.name);
  const override = plugin.override;
  const pairs = [
    ["State", stateElement(plugin.state)],
    ["Since", create("span", {}, timeElement(plugin.since), ` (${age(plugin.since)})`)],
    ["Reason", plugin.reason],
    ["Next start", plugin.nextStart && clock(plugin.nextStart)],
    ["Activity", plugin.status],
    ["Setup", plugin.setup],
    ["Waits for", conditions(known?.obstacles)],
    ["Enabled", known && `${known.enabled.value} (${known.enabled.location ?? known.enabled.source})`],
    ["Override", override && `${override.enabled ? "enabled" : "disabled"} by ${override.user}, ${clock(override.since)}`],
    ["Required", known?.required ? "The daemon stops if the plugin fails and is not started again." : null],
    ["Requires", conditions(known?.requires)],
    ["Required by", conditions(known?.requiredBy)],
    ["Extends", conditions(known?.extends)],
    ["Extended by", conditions(known?.extendedBy)],
    ["Grants", known?.grants?.join(", ")],
    ["Interfaces", plugin.interfaces.join(", ")],
    ["Calls per second", rates && formats.rate(rates.calls)],
    ["Latency", rates?.p99 && `p50 ${formats.seconds(rates.p50)}, p99 ${formats.seconds(rates.p99)}`],
    ["Processor time", plugin.processorTime && formats.seconds(plugin.processorTime / 1e6)],
    ["Longest job", plugin.longestJob && formats.seconds(plugin.longestJob / 1e6)],
    ["Stalls", plugin.stalls ? String(plugin.stalls) : null],
  ];
  updateDefinitions($("why"), definitions(pairs));
  drawControls(plugin);
}

function drawTransitions() {
  const events = explanation.events.filter((event) => event.kind !== "gap").reverse();
  $("transitions").replaceChildren(events.length === 0 ? "none" : table("", ["Time", "Event"],
    events.map((event) => [timeElement(event.time), describe(event).message])));
}

// MARK: Controls

/** The methods that control a plugin: the label, its participle, and the states in which the method has an effect. */
const controls = [
  { label: "Start", doing: "Starting", also: "start too", states: ["stopped", "failed", "waiting"] },
  { label: "Stop", doing: "Stopping", also: "stop too", states: ["running", "degraded", "starting", "waiting", "reloading"] },
  { label: "Restart", doing: "Restarting", also: "restart too", states: ["running", "degraded"] },
  { label: "Enable", doing: "Enabling", also: "restart too", states: ["disabled"] },
  { label: "Disable", doing: "Disabling", also: "restart or wait", applies: (plugin) => plugin.state !== "disabled" },
  { label: "Revert", doing: "Reverting", also: "restart too", applies: (plugin) => plugin.override,
    hint: "No command of an operator enabled or disabled the plugin." },
  { label: "Release", doing: "Releasing", also: "start too", states: ["quarantined"] },
];

function createControls() {
  for (const control of controls) {
    control.applies ??= (plugin) => control.states.includes(plugin.state);
    control.button = create("button", { type: "button", onclick: () => confirmControl(control) }, control.label);
    $("controls").append(control.button);
  }
}

function drawControls(plugin) {
  for (const control of controls) {
    const reason = missingRole("administer")
      ?? (control.applies(plugin) ? null : control.hint ?? `The plugin is ${plugin.state}.`);
    setAvailable(control.button, reason);
  }
  const role = missingRole("administer");
  if (role) setText($("control-outcome"), role);
}

/** Lists the plugins that a control would affect, and performs it on confirmation. */
async function confirmControl(control) {
  const name = view.plugin;
  if (!isAvailable(control.button)) return setText($("control-outcome"), control.button.title);
  setText($("control-outcome"), "");
  try {
    const { plugins: affected } = await call(`${control.label}Plugin`, { plugin: name, dryRun: true });
    const others = affected.filter((plugin) => plugin.name !== name);
    const effects = others.length === 0 ? ["No other plugin is affected."] : [
      `${plural(others.length, "plugin")} ${control.also}:`,
      create("ul", {}, others.map((plugin) => create("li", {}, plugin.name, " ", stateElement(plugin.state)))),
    ];
    confirmAction(`${control.label} ${name}?`, effects, `${control.label} ${name}`, `${control.doing} ${name}…`, async () => {
      const { plugins: outcome } = await call(`${control.label}Plugin`, { plugin: name });
      const states = outcome.map((plugin) => `${plugin.name}: ${plugin.state}${plugin.reason ? ` (${plugin.reason})` : ""}`);
      setText($("control-outcome"), `${control.label}: ${states.join(", ")}`);
    });
  } catch (error) {
    setText($("plugin-error"), error.message);
  }
}

/** Shows a dialog that performs an action. An error of the action is shown in the dialog, which stays open. */
function confirmAction(title, effects, label, progress, action) {
  setText($("confirmation-title"), title);
  $("confirmation-effects").replaceChildren(...effects);
  setText($("confirmation-error"), "");
  const button = $("confirm");
  setText(button, label);
  setAvailable(button, null);
  button.onclick = async () => {
    if (!isAvailable(button)) return;
    setAvailable(button, progress);
    setText(button, progress);
    setText($("confirmation-error"), "");
    try {
      await action();
      if (button.textContent === progress) $("confirmation").close();
    } catch (error) {
      setText($("confirmation").open ? $("confirmation-error") : $("plugin-error"), error.message);
      setText(button, label);
      setAvailable(button, null);
    }
  };
  $("confirmation").showModal();
  button.focus();
}

// MARK: Scopes

/** The paths of the opened parts of the tree, so that they stay open when it is read again. */
const openParts = new Set();

async function readScopes() {
  const name = view.plugin;
  const read = (plugin) => call("ListScopes", { plugin, format: "json" }).catch((error) => [{ error }]);
  const [replies, shared] = await Promise.all([read(name), read("root")]);
  if (view.plugin !== name) return;
  const graph = replies.find((reply) => reply.graph)?.graph;
  if (!graph) return $("scopes").replaceChildren(replies[0]?.error?.message ?? "The plugin has no scopes, because it is disabled.");
  const { root, extends: extended = [], extensionPoints = [] } = JSON.parse(graph);
  const points = [
    ...extensionPoints.map(({ point, extendedBy }) => `Extension point ${point}, extended by ${extendedBy.join(", ") || "none"}.`),
    ...extended.map(({ plugin, point }) => `Extends ${point} of ${plugin}.`),
  ];
  // What all plugins share comes last. An older daemon does not know that scope.
  const scopes = [root, ...shared.filter((reply) => reply.graph).map((reply) => JSON.parse(reply.graph).root)];
  $("scopes").replaceChildren(create("ul", {}, scopes.map(createScope)), ...points.map((text) => create("p", { class: "quiet" }, text)));
}

/** A part of the tree that remembers whether it is open. */
function createPart(path, isOpen, summary, ...content) {
  const element = create("details", { "data-path": path }, create("summary", {}, summary), ...content);
  element.open = openParts.has(path) !== isOpen;
  element.addEventListener("toggle", () => element.open !== isOpen ? openParts.add(path) : openParts.delete(path));
  return create("li", {}, element);
}

/** A scope with its instances and its inner scopes. Scopes that are open are unfolded at first. */
function createScope(scope) {
  const name = scope.path.split("/").at(-1);
  const facts = scope.kind === "owned" ? [scope.state] : [scope.kind, `${scope.openCount} open`, `${scope.openedCount} opened`];
  facts.push(plural(scope.instances.length, "binding"));
  const summary = create("span", {}, create("strong", {}, name), ` ${facts.join(", ")}`);
  return createPart(scope.path, scope.kind === "owned", summary, create("ul", {},
    scope.instances.map((instance, index) => createInstance(instance, `${scope.path}#${index}`)),
    scope.scopes.map(createScope)));
}

function createInstance(instance, path) {
  const { key, implementation, role, state, duration, location, requirements } = instance;
  const name = implementation === key || !implementation ? key : `${implementation} as ${key}`;
  const facts = [role === "provision" ? null : role, state === "created" ? null : state,
    instance.isLazy ? "lazy" : null, instance.isTransient ? "transient" : null].filter(Boolean);
  const required = requirements.map((requirement) => create("li", {}, "requires ",
    requirement.targets.length === 1 ? createTargetLink(requirement) : requirement.requirement,
    requirement.kind === "instance" ? "" : ` (${requirement.kind})`,
    requirement.targets.length === 1 ? ` of ${requirement.targets[0].scope}` : ""));
  const created = state === "created" && duration ? `created in ${formats.seconds(duration[0] + duration[1] / 1e18)}` : state;
  return createPart(path, false, create("span", {}, name, create("small", {}, facts.length ? ` ${facts.join(", ")}` : "")),
    create("ul", {}, create("li", { class: "quiet" }, `${created}; declared at ${location.file}:${location.line}`), required));
}

/** A button that opens the part of the tree with a required instance: one of the same or an outer scope, so it is visible. */
function createTargetLink({ requirement, targets: [{ scope, index }] }) {
  const show = () => {
    const target = document.querySelector(`#scopes [data-path="${CSS.escape(`${scope}#${index}`)}"]`);
    target.open = true;
    target.firstChild.focus();
  };
  return scope === "root" ? requirement : create("button", { type: "button", class: "link", onclick: show }, requirement);
}

// MARK: Commands

/** The commands of the running plugins, read again after a plugin has changed its state. */
let forms = null;

async function drawCommands() {
  const name = view.plugin;
  if ($("commands").dataset.plugin === name) return;
  $("commands").dataset.plugin = name;
  $("commands").replaceChildren();
  try {
    forms ??= request("/forms").then((response) => response.json());
    const interfaces = (await forms).filter((item) => item.plugin === name);
    if ($("commands").dataset.plugin !== name) return;
    $("commands").replaceChildren(...interfaces.flatMap((item) => [
      create("h4", {}, item.interface), ...item.commands.map((command) => createCommand(item, command)),
    ]));
    if (interfaces.length > 0) return;
    delete $("commands").dataset.plugin;
    const isRunning = severities[plugins.get(name)?.state] === severities.running;
    $("commands").append(create("p", { class: "quiet" }, isRunning ? "The plugin has no commands." : "The plugin does not run."));
  } catch (error) {
    forms = null;
    delete $("commands").dataset.plugin;
    $("commands").replaceChildren(create("p", { class: "error", role: "alert" }, error.message));
  }
}

/** A command: its summary, and its form, which is created when the command is opened. */
function createCommand(item, command) {
  const details = create("details", {},
    create("summary", {}, create("code", {}, command.command), ` ${command.summary}`));
  details.addEventListener("toggle", () => {
    if (details.open && !details.querySelector("form")) details.append(createForm(item, command));
  });
  return details;
}

function createForm(item, command) {
  const method = `${item.interface}.${command.method}`;
  const fields = command.fields.map((field) => createField(field, `${method}.${field.name}`));
  const send = create("button", { class: "primary" }, "Send");
  const stop = create("button", { type: "button", hidden: "" }, "Stop");
  const role = missingRole(command.role);
  setAvailable(send, role);
  const problem = create("p", { class: "error", role: "alert" });
  const outcome = create("p", { role: "status" });
  const reply = create("div", { class: "reply box", tabindex: 0, role: "region", "aria-label": `Reply of ${command.command}` });

  async function submit(event) {
    event.preventDefault();
    if (!isAvailable(send)) return;
    const abort = new AbortController();
    stop.onclick = () => abort.abort();
    stop.hidden = false;
    setAvailable(send, "The call is in progress.");
    setText(problem, "");
    setText(outcome, "The call is in progress.");
    reply.replaceChildren();
    try {
      const parameters = fields.map((field) => [field.name, field.value()]).filter(([, value]) => value !== undefined);
      const result = await callWithLimit(method, Object.fromEntries(parameters), abort.signal, parseExactly);
      showReply(result, reply, outcome);
    } catch (error) {
      setText(outcome, "");
      setText(problem, error.name === "AbortError" ? "The call was cancelled." : error.message);
    }
    stop.hidden = true;
    setAvailable(send, null);
  }

  return create("form", { "aria-label": command.command, onsubmit: submit },
    (command.discussion ?? []).map((line) => create("p", { class: "quiet" }, line)),
    fields.map((field) => field.element),
    create("p", { class: "actions" }, send, stop, role ? create("span", { class: "quiet" }, role) : null),
    problem, outcome, reply);
}

/** A field of a form, and the function that reads its value; undefined if an optional field is empty. */
function createField(field, id) {
  const help = `${id}.help`;
  const isRequired = !field.optional && field.type !== "bool";
  const attributes = { id, name: field.name, "aria-describedby": help, required: isRequired ? "" : null };
  let control;
  if (field.type === "bool" && !field.optional) control = create("input", { ...attributes, type: "checkbox" });
  else if (field.type === "bool" || (field.type === "enum" && !field.repeated)) {
    const values = field.type === "bool" ? [{ name: "true" }, { name: "false" }] : field.values;
    control = create("select", attributes, field.optional ? create("option", { value: "" }, "default") : null,
      values.map(({ name, help }) => create("option", { value: name, title: help }, name)));
  } else if (field.repeated || field.type === "json") control = create("textarea", { ...attributes, rows: 3, spellcheck: "false" });
  else if (field.type === "int") control = create("input", { ...attributes, type: "number", step: 1 });
  else if (field.type === "float") control = create("input", { ...attributes, type: "number", step: "any" });
  else control = create("input", { ...attributes, type: "text", autocomplete: "off", spellcheck: "false" });
  const notes = [field.help, field.type === "json" ? "JSON." : field.repeated ? "One value per line." : ""];
  return {
    name: field.name,
    value: () => fieldValue(field, control),
    element: create("div", {},
      create("label", { for: id }, field.label || field.name), field.optional ? create("small", {}, "optional") : null,
      control, create("small", { id: help }, notes.filter(Boolean).join(" "))),
  };
}

/** The integer beyond 2^53 in the text of a field. */
function largeInteger(text, label) {
  const number = BigInt(text.replace(/^\+/, ""));
  if (number !== BigInt.asIntN(64, number)) throw new Error(`${label}: ${number} is outside the range of 64-bit integers`);
  if (!JSON.rawJSON) throw new Error(`${label}: this browser can't send integers beyond 2^53; use trellisctl`);
  return number;
}

function fieldValue(field, control) {
  if (control.type === "checkbox") return control.checked;
  if (control.value === "" && field.optional) return undefined;
  const label = field.label || field.name;
  const scalar = (text) => {
    if (field.type === "bool") return text === "true";
    if (field.type !== "int" && field.type !== "float") return text;
    const number = Number(text);
    if (field.type === "int" && /^[+-]?\d+$/.test(text.trim()) && !Number.isSafeInteger(number)) return largeInteger(text.trim(), label);
    const isValid = text.trim() !== "" && (field.type === "int" ? Number.isSafeInteger(number) : Number.isFinite(number));
    if (!isValid) throw new Error(`${label}: expected ${field.type === "int" ? "an integer" : "a number"}, got '${text}'`);
    return number;
  };
  if (field.type === "json") {
    try {
      return parseExactly(control.value);
    } catch (error) {
      throw new Error(`${label}: expected JSON. ${error.message}`);
    }
  }
  return field.repeated ? control.value.split("\n").filter((line) => line !== "").map(scalar) : scalar(control.value);
}

// MARK: Replies

const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The value of the only field of a reply, or the reply. */
function unwrap(reply) {
  const values = Object.values(reply);
  return values.length === 1 && isRecord(values[0]) ? values[0] : reply;
}

/** A value as text, as a list of terms, or as a table. */
function valueNode(value) {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isRecord)) return recordTable(value);
    const texts = value.map((item) => typeof item === "object" ? exactJSON(item) : item);
    return document.createTextNode(texts.join(", ") || "none");
  }
  if (!isRecord(value)) return document.createTextNode(String(value ?? "none"));
  return create("dl", {}, definitions(Object.entries(unwrap(value)).map(([key, item]) => [key, valueNode(item)])));
}

/** A table of records. Its columns are their keys in the order of appearance. */
function recordTable(records) {
  const keys = [...new Set(records.flatMap(Object.keys))];
  return table("", keys, records.map((record) => keys.map((key) => record[key] === undefined ? "" : valueNode(record[key]))));
}

/** Shows a reply, or all replies of a call in a table. */
function showReply({ reply, limit }, box, outcome) {
  const limits = { replies: "there are more replies", size: "the replies are too large", time: "the call did not end in time" };
  if (!Array.isArray(reply)) {
    if (Object.keys(reply).length > 0) box.append(valueNode(reply));
    return setText(outcome, "Done.");
  }
  const records = reply.map(unwrap).filter((record) => Object.keys(record).length > 0);
  if (records.length > 0) box.append(valueNode(records));
  const count = records.length === 1 ? "1 reply" : `${records.length} replies`;
  setText(outcome, limit ? `${count}; incomplete: ${limits[limit] ?? limit}.` : `${count}.`);
}

// MARK: Reload

/** The last plan of a reload, or null if the configuration could not be read, and the reason. */
let plan = null, planError = "";

async function readPlan() {
  try {
    plan = (await call("PlanReload")).plan;
  } catch (error) {
    [plan, planError] = [null, error.message];
  }
  drawPlan();
}

const planChanges = () => plan.plugins.filter((change) => change.action !== "keep" || change.settings.length > 0);

function drawPlan() {
  const changes = plan ? planChanges() : [];
  const count = plan ? changes.length + plan.settings.length + plan.afterRestart.length : 0;
  setText(document.querySelector('nav a[href="#/reload"]'), count ? `Reload (${plural(count, "change")})` : "Reload");
  const reason = missingRole("administer") ?? (!plan ? "There is no plan." : count ? null : "Nothing would change.");
  setAvailable($("apply"), reason);
  setText($("apply-reason"), reason ?? `Applies the plan ${plan.hash}, or nothing if it has changed.`);
  $("plan").replaceChildren(...!plan ? [create("p", { class: "error" }, planError)] : [
    changes.length ? planTable(changes) : create("p", {}, "No plugin is affected."),
    ...settingsPart("Settings of the daemon", plan.settings),
    ...settingsPart("Settings that take effect when the daemon restarts", plan.afterRestart),
  ]);
}

const planTable = (changes) => create("div", { class: "box", tabindex: 0, role: "region", "aria-label": "Plugins of the plan" },
  table("", ["Plugin", "Action", "Reason", "Settings", "Restarts too"], changes.map((change) => [
    pluginLink(change.plugin), change.action, change.reason ?? "", settingList(change.settings), change.affected.join(", "),
  ])));

const settingsPart = (title, settings) => settings.length ? [create("h3", {}, title), settingList(settings)] : [];

function settingList(settings) {
  return create("ul", {}, settings.map(({ key, from, to, location }) => create("li", {}, create("code", {}, key),
    `: ${from ?? "unset"} → ${to ?? "unset"} `, location ? create("small", {}, location) : null)));
}

/** Applies exactly the plan that is shown. */
async function applyPlan() {
  if (!isAvailable($("apply"))) return;
  setAvailable($("apply"), "The reload is in progress.");
  setText($("apply-reason"), "The reload is in progress.");
  for (const id of ["reload-outcome", "reload-error"]) setText($(id), "");
  try {
    await call("Reload", { hash: plan.hash });
    setText($("reload-outcome"), "The daemon uses the new configuration.");
  } catch (error) {
    setText($("reload-error"), error.message);
  }
  await readPlan();
}

// MARK: Stream

function setConnection(text, isLost) {
  setText($("connection"), text);
  setClass($("connection"), isLost ? "lost" : "");
}

/** The stream of the server. It is closed while the page has been hidden for a minute, because a browser limits their number. */
const stream = {
  connection: null, timer: null,
  /** The identifier of the last event, after which a new connection continues. */
  position: null,

  receivers: {
    event: (reply) => addEvent(reply.event), log: (entry) => addLogEntry(entry), sample: (sample) => addSample(sample),
    plugin: (plugin) => updatePlugin(plugin), usage: (data) => updateUsage(data.usage),
  },

  /** Connects, again and again until the stream is closed. An EventSource would do this, but it sends no token. */
  async open() {
    clearTimeout(stream.timer);
    if (stream.connection) return;
    const connection = stream.connection = new AbortController();
    await stream.read(connection.signal).catch(() => {});
    if (connection !== stream.connection) return;
    stream.connection = null;
    setConnection("disconnected, reconnecting", true);
    stream.timer = setTimeout(stream.open, 1000);
  },

  /** Receives events until the connection ends. */
  async read(signal) {
    const headers = stream.position ? { "Last-Event-ID": stream.position } : {};
    const { body } = await request("/stream", { headers, signal });
    setConnection("live", false);
    Promise.all([readSamples(), readPlan(), checkStart()]).catch(() => {});
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ""; ;) {
      const { value, done } = await reader.read();
      if (done) return;
      const events = (rest + value).split("\n\n");
      rest = events.pop();
      events.forEach(stream.receive);
    }
  },

  /** Receives an event, with lines such as `event: log` and `data: {…}`, or a comment. */
  receive(text) {
    const fields = Object.fromEntries(text.split("\n").map((line) => {
      const end = line.indexOf(": ");
      return [line.slice(0, end), line.slice(end + 2)];
    }));
    stream.position = fields.id ?? stream.position;
    try {
      stream.receivers[fields.event]?.(JSON.parse(fields.data));
    } catch (error) {
      // The event is lost, and the stream continues.
      reportError(error);
    }
  },

  close() {
    clearTimeout(stream.timer);
    stream.connection?.abort();
    stream.connection = null;
  },

  changeVisibility() {
    clearTimeout(stream.timer);
    if (!$("banner").hidden) return;
    if (document.hidden) stream.timer = setTimeout(stream.close, 60_000);
    else stream.open();
  },
};

/** After a restart of the daemon, the numbers of the log and of the events begin again. */
async function checkStart() {
  const { version, started } = await call("Describe");
  if (started !== initial.daemon.started) journal.last = { log: 0, event: 0 };
  Object.assign(initial.daemon, { version, started });
  drawIdentity();
}

// MARK: Navigation

/** The shown view, and its plugin if it is one of a plugin. */
const view = { name: null, plugin: null };
const views = ["overview", "plugin", "journal", "reload", "unknown"];

/** A part of an address without its percent encoding; unchanged if that is malformed. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The view that an address names: #/, #/plugin/NAME, #/journal?FILTER, #/reload. */
function parseAddress(hash) {
  const [path, query] = hash.replace(/^#\/?/, "").split("?");
  const [name, plugin] = path.split("/");
  if (name === "") return { name: "overview" };
  if (name === "plugin" && plugin) return { name, plugin: decoded(plugin) };
  if (name === "journal" || name === "reload") return { name, query };
  return { name: "unknown" };
}

function showAddress(event) {
  const address = parseAddress(location.hash);
  const previous = { ...view };
  Object.assign(view, { name: address.name, plugin: address.plugin ?? null });
  if (previous.name === "overview") view.scroll = window.scrollY;
  for (const name of views) $(name).hidden = name !== view.name;
  for (const link of document.querySelectorAll("nav a")) {
    const isCurrent = parseAddress(link.getAttribute("href")).name === (view.plugin ? "overview" : view.name);
    if (isCurrent) link.setAttribute("aria-current", view.plugin ? "true" : "page");
    else link.removeAttribute("aria-current");
  }
  $("confirmation").close();
  show[view.name]?.(address);
  const title = view.plugin ?? $(`${view.name}-title`).textContent;
  document.title = `${title} · ${initial.daemon.name} on ${initial.host}`;
  if (event) moveFocus(previous);
}

/** After a change of the view, the focus is on its title, or on the link that led to the previous one. */
function moveFocus(previous) {
  const link = view.name === "overview" && previous.plugin ? rows.get(previous.plugin)?.texts.name : null;
  if (link) {
    window.scrollTo(0, view.scroll ?? 0);
    link.focus({ preventScroll: true });
  } else {
    window.scrollTo(0, 0);
    $(`${view.name}-title`).focus({ preventScroll: true });
  }
}

const show = {
  overview() {
    drawTable();
    drawPlots();
  },
  plugin() {
    setText($("plugin-title"), view.plugin);
    for (const id of ["control-outcome", "plugin-error"]) setText($(id), "");
    for (const id of ["why", "transitions", "scopes"]) $(id).replaceChildren();
    $("plugin-journal").href = `#/journal?plugin=${encodeURIComponent(view.plugin)}`;
    drawPlugin();
    readPlugin();
  },
  journal({ query }) {
    drawJournal();
    // A program that passes the address on may have added parameters.
    const parameters = new URLSearchParams(query);
    filterJournal(Object.fromEntries(["source", "level", "plugin", "text"].map((name) => [name, parameters.get(name) ?? ""])));
  },
  reload() {
    for (const id of ["reload-outcome", "reload-error"]) setText($(id), "");
    readPlan();
  },
};

// MARK: Start

function drawIdentity() {
  setText($("daemon"), `${initial.daemon.name} ${initial.daemon.version}`);
  setText($("host"), `on ${initial.host}`);
  setText($("user"), `${initial.user} (${initial.role})`);
}

/** Exchanges the token of a sign-in URL for that of a session. Neither the address nor the history keeps the URL. */
async function signIn() {
  const token = location.hash.slice(1);
  history.replaceState(null, "", "/");
  const response = await request("/login", { method: "POST" }, token);
  sessionStorage.setItem("session", (await response.json()).session);
}

async function logOut() {
  await request("/logout", { method: "POST" }).catch(() => {});
  endSession("You are logged out.");
}

async function start() {
  if (location.pathname === "/login") {
    try {
      await signIn();
    } catch (error) {
      return showSignIn(error.message);
    }
  }
  if (!sessionStorage.getItem("session")) return showSignIn("This tab is not signed in.");
  initial = await (await request("/initial")).json();
  $("header").hidden = false;
  drawIdentity();
  drawTableHead();
  $("plots").append(...plots.map(createPlot));
  createControls();
  setText($("journal-note"), missingRole("operate") ? `The log is not shown. ${missingRole("operate")}` : "");
  initial.plugins.forEach(updatePlugin);
  for (const rates of initial.usage) usage.set(rates.plugin, rates);
  drawSummary();
  showAddress(null);

  $("skip").onclick = (event) => { event.preventDefault(); $("main").focus(); };
  $("logout").onclick = logOut;
  $("filter").oninput = () => schedule(filterTable);
  $("plugin-filter").onsubmit = (event) => {
    event.preventDefault();
    filterTable();
    tableBody.querySelector("tr:not([hidden]) a")?.click();
  };
  $("journal-filter").oninput = changeJournalFilter;
  $("journal-filter").onsubmit = (event) => event.preventDefault();
  $("pause").onclick = togglePause;
  $("scopes-refresh").onclick = readScopes;
  $("apply").onclick = applyPlan;
  $("plan-again").onclick = readPlan;
  $("cancel").onclick = () => $("confirmation").close();
  window.addEventListener("hashchange", showAddress);
  document.addEventListener("visibilitychange", stream.changeVisibility);
  setInterval(() => schedule(drawTable), 15_000);
  // The stream and the other requests follow the first paint.
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName("first-contentful-paint").length === 0) return;
    observer.disconnect();
    stream.open();
  }).observe({ type: "paint", buffered: true });
}

start().catch((error) => {
  if ($("banner").hidden) showBanner(error.message);
  if (!(error instanceof CallError)) throw error;
});
