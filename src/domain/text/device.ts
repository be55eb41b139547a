/** Display names of browsers and systems. Order matters: most browsers also claim to be others. */
const BROWSERS: [RegExp, string][] = [
  [/\bYaBrowser\//, 'Yandex'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:OPR|Opera)[/ ]/, 'Opera'],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari']
]
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux']
]

const named = (names: [RegExp, string][], userAgent: string): string | null => names.find(([mark]) => mark.test(userAgent))?.[1] ?? null

/** Returns browser and system of a User-Agent header; null when unknown. */
export const deviceOf = (userAgent: string): { browser: string | null; system: string | null } => ({
  browser: named(BROWSERS, userAgent),
  system: named(SYSTEMS, userAgent)
})
