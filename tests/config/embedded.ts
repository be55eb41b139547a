/**
 * For workers that open PGlite many times: V8 loses count of its pages of code when WebAssembly is freed again and again, and ends the
 * process. It frees none here, and guards its pages by no keys.
 */
export const EMBEDDED_ARGV = [
  '--no-wasm-code-gc',
  '--no-memory-protection-keys',
  '--import',
  new URL('../support/wasm-setup.ts', import.meta.url).href
]
