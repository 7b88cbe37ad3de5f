"use strict";
// What the pages do beyond links and forms: follow a run's events, bring what has changed, open sources beside a report.
(() => {
  const main = document.getElementById("main");
  const here = main.dataset.here || location.href; // an answer to a form stands elsewhere
  const line = document.getElementById("line");
  const say = (text) => { if (line.textContent !== text) line.textContent = text; };
  const seen = new Map(); // what each live part was when it came: a part is replaced only when it changes

  for (const part of document.querySelectorAll("[data-live]")) seen.set(part.id, part.outerHTML);

  function centre() { // where it stands, in a chart that is taller than its frame
    const stands = document.querySelector(".chart .stands");
    if (!stands) return;
    const frame = stands.closest(".chart");
    frame.scrollTop += stands.getBoundingClientRect().top - frame.getBoundingClientRect().top - frame.clientHeight / 2;
  }
  centre();

  function replace(fresh) {
    for (const part of fresh.querySelectorAll("[data-live]")) {
      const here = document.getElementById(part.id);
      const html = part.outerHTML;
      if (!here || seen.get(part.id) === html) continue;
      const typed = new Map();
      for (const field of here.querySelectorAll("textarea, input[type=text]")) typed.set(field.id, field.value);
      const open = [...here.querySelectorAll("details")].map((item) => item.open);
      const focus = here.contains(document.activeElement) ? document.activeElement : null;
      const where = focus && { id: focus.id, name: focus.name, value: focus.value, href: focus.getAttribute("href") };
      seen.set(part.id, html);
      here.replaceWith(document.importNode(part, true));
      if (part.id === "chart") centre();
      const now = document.getElementById(part.id);
      for (const [id, text] of typed) {
        const field = id && document.getElementById(id);
        if (field) field.value = text;
      }
      [...now.querySelectorAll("details")].forEach((item, n) => { if (n < open.length) item.open = open[n]; });
      if (where) {
        const again = (where.id && document.getElementById(where.id)) || [...now.querySelectorAll("button, a")].find(
          (item) => (where.href ? item.getAttribute("href") === where.href : item.name === where.name && item.value === where.value));
        if (again) again.focus({ preventScroll: true });
        else { now.tabIndex = -1; now.focus({ preventScroll: true }); }
      }
    }
  }

  async function load(place) {
    const answer = await fetch(place, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  let timer = 0, busy = false, wanted = false, pause = 400;
  async function refresh() {
    timer = 0;
    if (busy) { wanted = true; return; }
    busy = true;
    const began = performance.now();
    try { replace(await load(here)); } catch { /* the next event, or the next look, tries again */ }
    pause = Math.max(400, 3 * (performance.now() - began)); // a run that takes long to show is shown less often
    busy = false;
    if (wanted) { wanted = false; soon(); }
  }
  function soon() { if (!timer) timer = setTimeout(refresh, pause); }

  // a run's rows as they come
  const follow = main.dataset.follow;
  let last = Number(main.dataset.after || -1), source = null, ended = false;
  const MOST = 200;
  function add(row) {
    const list = document.getElementById("rows");
    if (!list) return;
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `${here}?at=${row.row}`;
    link.textContent = row.row;
    item.append(link, " ");
    for (const [name, text] of [["kind", row.kind], ["", row.name], ["state", row.state]]) {
      if (!text) continue;
      const span = document.createElement("span");
      if (name) span.className = name;
      span.textContent = text;
      item.append(span, " ");
    }
    list.prepend(item);
    while (list.children.length > MOST) list.lastElementChild.remove();
    const slider = document.getElementById("at");
    if (slider && document.activeElement !== slider) { slider.max = row.row; slider.value = row.row; number(); document.getElementById("at-most").textContent = row.row; }
  }
  function listen() {
    if (source || ended || document.hidden) return;
    source = new EventSource(`${follow}?after=${last}`);
    source.onopen = () => { say("live"); soon(); };
    source.addEventListener("row", (event) => {
      const row = JSON.parse(event.data);
      if (row.row <= last) return;
      last = row.row;
      add(row);
      soon();
    });
    source.addEventListener("gap", (event) => { last = Math.max(last, Number(event.lastEventId)); soon(); });
    source.addEventListener("end", () => { ended = true; stop(); say("ended"); soon(); });
    source.onerror = () => {
      say("connection lost, trying again");
      if (source && source.readyState === EventSource.CLOSED) { stop(); setTimeout(listen, 2000); }
    };
  }
  function stop() { if (source) source.close(); source = null; }
  if (follow) {
    listen();
    setInterval(() => { if (source && source.readyState === EventSource.OPEN && !document.hidden) soon(); }, 10000);
    document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); else listen(); });
    addEventListener("pagehide", stop);
    addEventListener("pageshow", listen);
  }
  if (main.dataset.again) setInterval(() => { if (!document.hidden) soon(); }, Number(main.dataset.again));

  // the slider over the rows
  function number() {
    const slider = document.getElementById("at"), out = document.getElementById("at-out");
    if (slider && out) out.textContent = slider.value;
  }
  document.addEventListener("input", (event) => { if (event.target.id === "at") number(); });

  // buttons that need words, or that are meant seriously
  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button) return;
    const needs = button.dataset.needs && document.getElementById(button.dataset.needs);
    if (needs && !needs.value.trim()) {
      event.preventDefault();
      needs.setCustomValidity("Say it in words first.");
      needs.reportValidity();
      needs.addEventListener("input", () => needs.setCustomValidity(""), { once: true });
    } else if (button.dataset.sure && !confirm(button.dataset.sure)) event.preventDefault();
  });

  // a claim's source beside it
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-into]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const into = document.getElementById(link.dataset.into);
    event.preventDefault();
    try {
      const body = (await load(link.href)).getElementById("source-body");
      const back = document.createElement("button");
      back.textContent = "Back to the claim";
      back.addEventListener("click", () => link.focus());
      into.replaceChildren(back, document.importNode(body, true));
    } catch { location.href = link.href; return; }
    for (const item of document.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    into.focus({ preventScroll: true });
    if (getComputedStyle(into).position !== "sticky") into.scrollIntoView();
    const mark = into.querySelector("mark");
    if (mark) {
      const text = mark.closest("pre");
      text.scrollTop = mark.offsetTop - text.offsetTop - text.clientHeight / 3;
    }
  });
})();
