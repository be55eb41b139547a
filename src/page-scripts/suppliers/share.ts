const SHOWN_MS = 4_000

/** Opens the system's share sheet where available; else copies the URL, and the button shows that for SHOWN_MS. */
export const share = async (button: HTMLElement): Promise<void> => {
  const url = location.href.split('#')[0] ?? location.href
  const words = button.querySelector<HTMLElement>('[role="status"]')
  try {
    if (navigator.share) return await navigator.share({ title: button.dataset['share'] ?? document.title, url })
    await navigator.clipboard.writeText(url)
    if (words) words.textContent = button.dataset['copied'] ?? ''
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AbortError') return
    // Copying is not permitted, for example on http: shows the URL to copy manually.
    if (words) words.textContent = url
  }
  setTimeout(() => {
    if (words) words.textContent = ''
  }, SHOWN_MS)
}
