/*
 * Draws one diagram in a frame without an origin, next to the library (`mermaid`), which the reader puts before this script.
 * The page sends { text, isDark, isWhole } and gets { isReady }, then { heightPixels } or { mistake }. Of a whole diagram,
 * { zoom } is by how much it grows or shrinks.
 */
const MAX_TEXT_CHARS = 50_000;
const MAX_MISTAKE_CHARS = 120;

/** A wider diagram than its frame shrinks to this part of its size at most; then it is scrolled. */
const MIN_SCALE = 0.4;

/** At full size, a diagram fits the window, but a small one grows to this scale at most. */
const MAX_SCALE = 2;

/** How far a person can zoom. */
const ZOOM = { least: 0.1, most: 8 };

/** In pixels: Gantt charts have this width before they shrink, as on a phone they would be drawn into each other. */
const GANTT_WIDTH = 800;
const TICK_GAP = 6;

/** The reader's own colours in light mode: the library's are grey, and those of slices are not those of its legend. */
const LIGHT = {
  background: '#ffffff',
  primaryColor: '#f3eee4',
  primaryTextColor: '#26231f',
  primaryBorderColor: '#6b655b',
  lineColor: '#6b655b',
  textColor: '#26231f',
  titleColor: '#26231f',
  edgeLabelBackground: '#ffffff',
  noteBkgColor: '#fbeadb',
  noteTextColor: '#26231f',
  noteBorderColor: '#a34f1b',
  clusterBkg: '#faf8f4',
  clusterBorder: '#d8d2c6',
  pieStrokeColor: '#ffffff',
  pieOuterStrokeColor: '#ffffff',
  pieOpacity: '1',
  scaleLabelColor: '#26231f',
};

/** The same in dark mode, where the library's would be grey on grey. */
const DARK = {
  darkMode: true,
  background: '#211f1c',
  primaryColor: '#2d2a26',
  primaryTextColor: '#e8e3d9',
  primaryBorderColor: '#a9a194',
  lineColor: '#a9a194',
  textColor: '#e8e3d9',
  titleColor: '#e8e3d9',
  edgeLabelBackground: '#211f1c',
  noteBkgColor: '#3a281d',
  noteTextColor: '#e8e3d9',
  noteBorderColor: '#f0a273',
  clusterBkg: '#191816',
  clusterBorder: '#3a3631',
  pieStrokeColor: '#211f1c',
  pieOuterStrokeColor: '#211f1c',
  pieOpacity: '1',
  scaleLabelColor: '#e8e3d9',
};

/** Slices, branches of mind maps and of git graphs, one after the other. */
const SCALES = [
  [LIGHT, ['#a9bfe6', '#f0b48f', '#a5d3ad', '#d3b4e6', '#e3d28a', '#97d3de']],
  [DARK, ['#4a5f8f', '#8a5232', '#44704b', '#745488', '#756627', '#35707a']],
];
for (const [colours, scale] of SCALES) {
  for (const [index, colour] of scale.entries()) {
    Object.assign(colours, {
      ...{ [`pie${index + 1}`]: colour, [`cScale${index}`]: colour, [`git${index}`]: colour },
    });
  }
}

/** What diagrams must not choose themselves, besides what the library never lets them choose. */
const FIXED = ['securityLevel', 'secure', 'startOnLoad', 'maxTextSize', 'maxEdges', 'themeCSS', 'fontFamily'];

addEventListener('message', ({ data, source }) => {
  if (source === parent && typeof data?.text === 'string') {
    void draw(data);
  } else if (source === parent && typeof data?.zoom === 'number') {
    zoom(data.zoom);
  }
});

async function draw(data) {
  document.documentElement.style.colorScheme = data.isDark === true ? 'dark' : 'light';
  globalThis.mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure: FIXED,
    suppressErrorRendering: true,
    maxTextSize: MAX_TEXT_CHARS,
    theme: 'base',
    themeVariables: data.isDark === true ? DARK : LIGHT,
    gantt: { useWidth: GANTT_WIDTH },
    fontFamily: 'system-ui, sans-serif',
  });
  const main = document.querySelector('main');
  try {
    const { svg } = await globalThis.mermaid.render('diagram', data.text);
    main.innerHTML = svg;
    const drawn = main.querySelector('svg');
    const { width, height } = drawn?.viewBox.baseVal ?? { width: 0, height: 0 };
    if (data.isWhole === true) {
      main.classList.add('whole');
      const fitting = Math.min(main.clientWidth / (width || 1), main.clientHeight / (height || 1), MAX_SCALE);
      showAt(Math.floor(width * fitting));
    } else {
      drawn?.style.setProperty('min-width', `${width * MIN_SCALE}px`);
    }
    leaveOutTicks(main);
    offerScrolling(main);
    for (const link of main.querySelectorAll('a')) {
      link.replaceWith(...link.childNodes); // Pages do not let the frame go elsewhere.
    }
    parent.postMessage({ heightPixels: Math.ceil(main.getBoundingClientRect().height) }, '*');
  } catch (error) {
    parent.postMessage({ mistake: mistakeOf(String(error?.message ?? error)) }, '*');
  }
}

/** The first line of what a parser says, with the number of the line, but without what it expected instead. */
function mistakeOf(message) {
  const [said] = message.split(/\n|[:,.]? (?:Expecting|Unrecognized)\b/);
  return said.replace(/[:.]\s*$/, '').slice(0, MAX_MISTAKE_CHARS);
}

function showAt(widthPixels) {
  const drawn = document.querySelector('main.whole > svg');
  drawn?.setAttribute('style', `width:${widthPixels}px;max-width:none`);
}

/** Shows a whole diagram larger or smaller by a factor, and keeps what is in the middle. */
function zoom(factor) {
  const main = document.querySelector('main.whole');
  const drawn = main?.querySelector('svg');
  if (main === null || drawn === null || drawn === undefined) {
    return;
  }
  const natural = drawn.viewBox.baseVal.width;
  const old = drawn.getBoundingClientRect().width;
  const width = Math.min(Math.max(old * factor, natural * ZOOM.least), natural * ZOOM.most);
  const middle = {
    x: (main.scrollLeft + main.clientWidth / 2) * (width / old),
    y: (main.scrollTop + main.clientHeight / 2) * (width / old),
  };
  showAt(width);
  main.scrollTo(middle.x - main.clientWidth / 2, middle.y - main.clientHeight / 2);
  offerScrolling(main);
}

/** Keys scroll what is wider or higher than its frame. */
function offerScrolling(main) {
  main.tabIndex = main.scrollWidth > main.clientWidth || main.scrollHeight > main.clientHeight ? 0 : -1;
}

/** Of the dates of a Gantt chart, removes those that would touch the one before. */
function leaveOutTicks(main) {
  for (const axis of main.querySelectorAll('.grid')) {
    let end = Number.NEGATIVE_INFINITY;
    for (const tick of axis.querySelectorAll('.tick text')) {
      const { left, right } = tick.getBoundingClientRect();
      if (left < end + TICK_GAP) {
        tick.remove();
      } else {
        end = right;
      }
    }
  }
}

parent.postMessage({ isReady: true }, '*');
