// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page of --report: style, script, and a place for the data. A line under the mouse lights the lines on the other side
// that belong to it; so does the address `report.html#line=12`, which can be sent to somebody.
#include "Driver/Output/Report.h"

namespace adjoint::driver {

namespace {

const char style[] = R"(
  body { margin: 0; font: 14px/1.45 system-ui, sans-serif; color: #1c2330; background: #fafbfc; }
  header { padding: 12px 20px; background: #fff; border-bottom: 1px solid #dde2ea; }
  h1 { font-size: 17px; margin: 0 0 4px; }
  header p { margin: 0; color: #5b6676; }
  table { border-collapse: collapse; margin: 12px 20px; background: #fff; }
  th, td { text-align: left; padding: 3px 12px 3px 8px; border-bottom: 1px solid #e6eaf0; vertical-align: top; }
  td:nth-child(-n+2), td:nth-child(4) { white-space: nowrap; }
  th { color: #5b6676; font-weight: 600; }
  main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 12px; padding: 0 20px 60px; }
  section { background: #fff; border: 1px solid #dde2ea; overflow-x: auto; }
  section h2 { font-size: 14px; margin: 0; padding: 6px 10px; border-bottom: 1px solid #dde2ea; color: #5b6676; }
  .line { display: flex; font: 12.5px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre; min-width: max-content; }
  .number, .bytes { flex: none; text-align: right; color: #8a94a3; padding-right: 8px; user-select: none; }
  .number { width: 3.2em; }
  .bytes { width: 4.6em; color: #a4430f; }
  .measured { display: none; flex: none; width: 6.4em; text-align: right; color: #2f6b3a; padding-right: 8px; user-select: none; }
  .is-measured .measured { display: inline; }
  .text { flex: auto; padding-right: 12px; }
  .lit { background: #fff1b8; }
  .active { color: #0b57d0; font-weight: 600; }
  footer { position: fixed; bottom: 0; left: 0; right: 0; padding: 6px 20px; min-height: 1.4em; background: #1c2330; color: #f4f6f9; }
)";

const char script[] = R"(
  const data = JSON.parse(document.getElementById('data').textContent);
  const element = (kind, name, text) => {
    const made = document.createElement(kind);
    if (name) made.className = name;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const plural = (count, what) => count + ' ' + what + (count === 1 ? '' : 's');

  // What is recorded at each line. A helper may be made more than once, for other demands: the line records the most of them.
  const recordsAt = line => data.records.filter(record => record.line === line);
  const bytesAt = line => {
    const ofEach = new Map();
    for (const record of recordsAt(line)) ofEach.set(record.text, record.bytes);
    return [...ofEach.values()].reduce((sum, bytes) => sum + bytes, 0);
  };

  // What a run has counted at each line, if there was one.
  const measuredAt = line => (data.measured || []).filter(entry => entry.line === line);
  const total = (entries, what) => entries.reduce((sum, entry) => sum + entry[what], 0);
  const bytesText = bytes => bytes ? bytes + ' B' : '';
  const timeText = nanoseconds => {
    if (!nanoseconds) return '';
    const [unit, size] = [['s', 1e9], ['ms', 1e6], ['µs', 1e3], ['ns', 1]].find(([, size]) => nanoseconds >= size);
    return (nanoseconds / size).toPrecision(3) + ' ' + unit;
  };
  const measurement = entry => entry.sweep + ' sweep: ' + plural(entry.visits, 'visit') + ', ' +
    [timeText(entry.nanoseconds), bytesText(entry.bytes)].filter(text => text).join(', ');
  document.body.classList.toggle('is-measured', Boolean(data.measured));

  // Names of active variables, by the lines of their functions.
  const activeAt = line => {
    const names = new Set();
    for (const f of data.functions)
      if (f.line <= line && line <= f.lastLine)
        for (const variable of f.variables)
          if (variable.isActive) names.add(variable.name.replace(/^\*+/, '').replace(/[.\[].*$/, ''));
    return names;
  };
  const coloured = (text, names) => {
    const cell = element('span', 'text');
    for (const part of text.split(/([A-Za-z_]\w*)/)) {
      cell.append(names.has(part) ? element('span', 'active', part) : part);
    }
    return cell;
  };

  const footer = document.querySelector('footer');
  const explain = line => {
    const texts = new Set(recordsAt(line).map(record => record.text));
    for (const f of data.functions)
      for (const region of f.regions)
        if (region.line === line)
          texts.add(region.what + ': ' + region.form + (region.detail ? ', ' + region.detail : ''));
    for (const entry of measuredAt(line)) texts.add(measurement(entry));
    return [...texts].join('; ') || 'nothing is recorded';
  };
  const light = line => {
    for (const lit of document.querySelectorAll('.lit')) lit.classList.remove('lit');
    if (!line) return;
    for (const one of document.querySelectorAll('[data-line="' + line + '"]')) one.classList.add('lit');
    footer.textContent = 'Line ' + line + ': ' + explain(line);
  };
  const lineOf = (line, cells) => {
    const row = element('div', 'line');
    if (line) row.dataset.line = line;
    row.append(...cells);
    row.addEventListener('mouseenter', () => light(line));
    return row;
  };

  const source = document.getElementById('source');
  data.lines.forEach((text, index) => {
    const line = index + 1, bytes = bytesAt(line), measured = measuredAt(line);
    const margin = element('span', 'bytes', bytesText(bytes));
    if (bytes) margin.title = explain(line);
    source.append(lineOf(line, [element('span', 'measured time', timeText(total(measured, 'nanoseconds'))),
                                element('span', 'measured tape', bytesText(total(measured, 'bytes'))), margin, element('span', 'number', line), coloured(text, activeAt(line))]));
  });
  const adjoints = document.getElementById('adjoints');
  for (const adjoint of data.adjoints)
    for (const { text, from } of adjoint.lines.concat({ text: '', from: 0 }))
      adjoints.append(lineOf(from, [element('span', 'number', from || ''), element('span', 'text', text || ' ')]));

  const table = document.getElementById('functions');
  for (const f of data.functions) {
    const row = element('tr');
    const bytes = f.variables.flatMap(v => v.records).filter(text => text.startsWith('recorded')).length;
    const forms = f.regions.map(r => 'line ' + r.line + ': ' + r.what + ' ' + r.form + (r.detail ? ' (' + r.detail + ')' : ''));
    row.append(element('td', '', f.name), element('td', '', f.line || ''),
               element('td', '', f.variables.filter(v => v.isActive).map(v => v.name).join(', ')),
               element('td', '', plural(bytes, 'record')), element('td', '', forms.join('; ')));
    if (f.line) row.addEventListener('mouseenter', () => light(f.line));
    table.append(row);
  }

  const fromAddress = () => {
    const line = Number(new URLSearchParams(location.hash.slice(1)).get('line'));
    light(line);
    for (const side of [source, adjoints])
      side.querySelector('[data-line="' + line + '"]')?.scrollIntoView({ block: 'center' });
  };
  window.addEventListener('hashchange', fromAddress);
  fromAddress();
)";

std::string escaped(const std::string &text) {
  std::string out;
  for (char c : text)
    out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

/// `</script>` in a text must not end the data.
std::string withoutTags(std::string data) {
  for (size_t at = data.find('<'); at != std::string::npos; at = data.find('<', at + 1))
    data.replace(at, 1, "\\u003c");
  return data;
}

} // namespace

std::string reportPage(const std::string &title, const std::string &data) {
  const std::string name = escaped(title);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Adjoints of " + name +
         "</title>\n<style>" + style + "</style>\n</head>\n<body>\n<header><h1>Adjoints of " + name +
         "</h1>\n<p>Active variables are blue. The margin shows how many bytes one execution of a line puts on the tape"
         "<span class=\"measured\">; before it, in green, the time and the bytes that a run has measured in all</span>. Point "
         "at a line to see what becomes of it.</p></header>\n"
         "<table><thead><tr><th>function</th><th>line</th><th>active</th><th>records</th><th>plan</th></tr></thead>"
         "<tbody id=\"functions\"></tbody></table>\n"
         "<main><section id=\"source\"><h2>" + name + "</h2></section>"
         "<section id=\"adjoints\"><h2>generated</h2></section></main>\n<footer></footer>\n"
         "<script id=\"data\" type=\"application/json\">" + withoutTags(data) + "</script>\n<script>" + script +
         "</script>\n</body>\n</html>\n";
}

} // namespace adjoint::driver
