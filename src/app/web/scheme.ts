/** Sets light or dark before the first paint, by what was chosen here or else by the system, where the theme looks for it. */
export function applyColorScheme(): void {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // storage is switched off: the system decides
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
}
