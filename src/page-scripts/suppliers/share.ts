const SHOWN_MS = 4_000

/** By the system's own sheet where there is one; else the address is copied, and the button says so for a moment. */
export const share = async (button: HTMLElement): Promise<void> => {
  const url = location.href.split('#')[0] ?? location.href
  const words = button.querySelector<HTMLElement>('[role="status"]')
  try {
    if (navigator.share) return await navigator.share({ title: button.dataset['share'] ?? document.title, url })
    await navigator.clipboard.writeText(url)
    if (words) words.textContent = button.dataset['copied'] ?? ''
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AbortError') return
    // No permission to copy, as on plain http: the address itself can be copied by hand.
    if (words) words.textContent = url
  }
  setTimeout(() => {
    if (words) words.textContent = ''
  }, SHOWN_MS)
}
