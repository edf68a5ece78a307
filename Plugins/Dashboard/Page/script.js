"use strict";

const initial = JSON.parse(document.getElementById("initial").textContent);
document.getElementById("user").textContent = `${initial.user}, role ${initial.role}`;
const rows = new Map();

function show(plugin) {
  let row = rows.get(plugin.name);
  if (!row) {
    row = document.getElementById("plugins").insertRow();
    row.insertCell().textContent = plugin.name;
    row.insertCell();
    rows.set(plugin.name, row);
  }
  row.cells[1].textContent = plugin.state;
}

initial.plugins.forEach(show);
new EventSource("/stream").addEventListener("plugin", (event) => show(JSON.parse(event.data)));
