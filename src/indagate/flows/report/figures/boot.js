/* Draws the moving figures over the still ones, in the page's colours, again when the width or the light changes. */
(function () {
  "use strict";
  const NARROW = 520;
  const packed = document.getElementById("plotly-packed");
  let library = null;
  let source = "";

  async function unpack() {
    const bytes = Uint8Array.from(atob(packed.textContent.trim()), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return await new Response(stream).text();
  }

  function run(doc, text) {
    const script = doc.createElement("script");
    script.textContent = text;
    doc.head.append(script);
  }

  async function load() {
    if (packed && !source) source = await unpack();
    if (!window.Plotly && source) run(document, source);
    if (!window.Plotly) throw new Error("no library");
    register(window.Plotly);
  }

  function register(plotly) {
    const locale = document.getElementById("figure-locale");
    if (locale) plotly.register(JSON.parse(locale.textContent));
  }

  function rgb(text) {
    const probe = document.createElement("i");
    probe.style.color = text;
    document.body.append(probe);
    const parts = getComputedStyle(probe).color.match(/[\d.]+/g).map(Number);
    probe.remove();
    return parts;
  }

  function palette(host) {
    const style = getComputedStyle(host);
    const get = (name) => style.getPropertyValue("--" + name).trim();
    const known = {};
    return function (token) {
      if (known[token] === undefined) {
        const [name, share] = token.slice(1).split("*");
        if (name === "figure-font") known[token] = get(name);
        else if (share === undefined) known[token] = get(name);
        else {
          const part = share === "heat" ? parseFloat(get("heat")) : parseFloat(share);
          const over = rgb(get(name));
          const under = rgb(get("bg"));
          known[token] = "rgb(" + [0, 1, 2].map((at) => Math.round(over[at] * part + under[at] * (1 - part))).join(",") + ")";
        }
      }
      return known[token];
    };
  }

  function dressed(value, colour) {
    if (typeof value === "string") return /^@[a-z]/.test(value) ? colour(value) : value;
    if (Array.isArray(value)) return value.map((one) => dressed(one, colour));
    if (value && typeof value === "object") {
      const made = {};
      for (const key of Object.keys(value)) made[key] = key === "text" || key === "name" ? value[key] : dressed(value[key], colour);
      return made;
    }
    return value;
  }

  function plotIn(host) {
    const frame = host.querySelector("iframe");
    const moving = host.querySelector(".moving");
    if (!frame) return { plotly: window.Plotly, place: moving };
    const doc = frame.contentDocument;
    if (!frame.contentWindow.Plotly) {
      doc.body.style.margin = "0";
      doc.body.style.overflow = "hidden";
      run(doc, source);
      register(frame.contentWindow.Plotly);
    }
    let place = doc.getElementById("plot");
    if (!place) {
      place = doc.createElement("div");
      place.id = "plot";
      doc.body.append(place);
    }
    return { plotly: frame.contentWindow.Plotly, place: place };
  }

  async function draw(host) {
    const all = JSON.parse(host.querySelector("script").textContent);
    const narrow = host.clientWidth < NARROW;
    const figure = dressed(narrow ? all.narrow : all.wide, palette(host));
    const frame = host.querySelector("iframe");
    host.querySelector(".moving").style.height = figure.layout.height + "px";
    if (frame) frame.style.height = figure.layout.height + "px";
    host.classList.add("live");
    const { plotly, place } = plotIn(host);
    figure.layout.width = host.clientWidth;
    figure.layout.autosize = false;
    const dated = figure.layout.xaxis && figure.layout.xaxis.type === "date";
    if (dated && !narrow && window.matchMedia("(hover: hover)").matches && figure.data.some((one) => one.x && one.x.length > 60)) {
      figure.layout.dragmode = "zoom";
      figure.layout.xaxis.fixedrange = false;
      delete figure.layout.xaxis.tickvals;
      figure.layout.xaxis.tickmode = "auto";
      figure.layout.xaxis.nticks = 10;
    }
    await plotly.newPlot(place, figure.data, figure.layout, figure.config);
    host.dataset.drawn = host.clientWidth;
  }

  function failed(host) {
    host.classList.remove("live");
  }

  async function drawAll(hosts) {
    try {
      await load();
    } catch (error) {
      return;
    }
    for (const host of hosts) await draw(host).catch(() => failed(host));
    document.documentElement.dataset.figures = "drawn";
  }

  const hosts = Array.from(document.querySelectorAll(".plot"));
  if (!hosts.length) return;
  let ready = drawAll(hosts);
  let timer = 0;
  function again(force) {
    clearTimeout(timer);
    timer = setTimeout(function () {
      ready = ready.then(() => drawAll(hosts.filter((host) => force || Number(host.dataset.drawn) !== host.clientWidth)));
    }, 150);
  }
  const watcher = new ResizeObserver(() => again(false));
  for (const host of hosts) watcher.observe(host);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => again(true));
})();
