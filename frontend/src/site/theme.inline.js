// Runs in <head> before the first paint, so that the page is never drawn in the wrong theme. Plain ES5: the build
// minifies it, the server puts it inline and names its hash in the CSP. The class `js` tells the style sheets that there
// is a script at all; engines that know no layers run none of ours (client.tsx). The class `has-plan` tells them that the
// reader has one (hooks/own-plan.ts).
(() => {
  var chosen = null;
  var plan = '';
  try {
    chosen = localStorage.getItem('theme');
    plan = localStorage.getItem('plan');
  } catch (_) {
    // Storage is switched off: the system decides.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  if ('CSSLayerBlockRule' in window) document.documentElement.classList.add('js');
  document.documentElement.classList.toggle('dark', dark);
  document.documentElement.classList.toggle('has-plan', parseInt(plan, 10) > Date.now());
})();
