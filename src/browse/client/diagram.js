/*
 * Draws one diagram in a frame without an origin, next to the library (`mermaid`), which the reader puts before this script.
 * The page sends { text, isDark } and gets { isReady }, then { heightPixels } or { mistake }.
 */
const MAX_TEXT_CHARS = 50_000;
const MAX_MISTAKE_CHARS = 300;

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
    theme: data.isDark === true ? 'dark' : 'neutral',
    fontFamily: 'system-ui, sans-serif',
  });
  const main = document.querySelector('main');
  try {
    const { svg } = await globalThis.mermaid.render('diagram', data.text);
    main.innerHTML = svg;
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
