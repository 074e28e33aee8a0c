/*
 * Draws one diagram in a frame without an origin, next to the library (`mermaid`), which the reader puts before this script.
 * The page sends { text, isDark, isWhole } and gets { isReady }, then { heightPixels } or { mistake }.
 */
const MAX_TEXT_CHARS = 50_000;
const MAX_MISTAKE_CHARS = 300;

/** A wider diagram than its frame shrinks to this part of its size at most; then it is scrolled. */
const MIN_SCALE = 0.6;

/** At full size, a small diagram grows with the window up to this scale. */
const MAX_SCALE = 2;

/** The reader's own colours in dark mode, where the library's would be grey on grey. */
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

/** Slices, branches of mind maps and of git graphs, one after the other, in dark mode. */
const DARK_SCALE = ['#4a5f8f', '#8a5232', '#44704b', '#745488', '#756627', '#35707a'];
for (const [index, colour] of DARK_SCALE.entries()) {
  Object.assign(DARK, { [`pie${index + 1}`]: colour, [`cScale${index}`]: colour, [`git${index}`]: colour });
}

/** What diagrams must not choose themselves, besides what the library never lets them choose. */
const FIXED = ['securityLevel', 'secure', 'startOnLoad', 'maxTextSize', 'maxEdges', 'themeCSS', 'fontFamily'];

addEventListener('message', async ({ data, source }) => {
  if (source !== parent || typeof data?.text !== 'string') {
    return;
  }
  document.documentElement.style.colorScheme = data.isDark === true ? 'dark' : 'light';
  globalThis.mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure: FIXED,
    suppressErrorRendering: true,
    maxTextSize: MAX_TEXT_CHARS,
    ...(data.isDark === true ? { theme: 'base', themeVariables: DARK } : { theme: 'neutral' }),
    fontFamily: 'system-ui, sans-serif',
  });
  const main = document.querySelector('main');
  try {
    const { svg } = await globalThis.mermaid.render('diagram', data.text);
    main.innerHTML = svg;
    const drawn = main.querySelector('svg');
    const { width } = drawn?.viewBox.baseVal ?? { width: 0 };
    if (data.isWhole === true) {
      main.classList.add('whole');
      const scale = Math.min(Math.max(main.clientWidth / Math.max(width, 1), 1), MAX_SCALE);
      drawn?.setAttribute('style', `width:${width * scale}px;max-width:none`);
    } else {
      drawn?.style.setProperty('min-width', `${width * MIN_SCALE}px`);
    }
    main.tabIndex = main.scrollWidth > main.clientWidth || main.scrollHeight > main.clientHeight ? 0 : -1; // Keys scroll what is wider.
    for (const link of main.querySelectorAll('a')) {
      link.replaceWith(...link.childNodes); // Pages do not let the frame go elsewhere.
    }
    parent.postMessage({ heightPixels: Math.ceil(main.getBoundingClientRect().height) }, '*');
  } catch (error) {
    const mistake = String(error?.message ?? error).slice(0, MAX_MISTAKE_CHARS);
    parent.postMessage({ mistake }, '*');
  }
});

parent.postMessage({ isReady: true }, '*');
