/**
 * Sets light or dark before the first paint, by what was chosen here or else by the system, which is then followed.
 * It names nothing outside itself: where the first picture comes with the page, its text stands in the page's head.
 */
export function applyColorScheme(): void {
  function chosenScheme(): string | null {
    try {
      return localStorage.getItem('mantine-color-scheme-value');
    } catch {
      // storage is switched off: the system decides
      return null;
    }
  }
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const chosen = chosenScheme();
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  };
  apply();
  system.addEventListener('change', apply);
}
