import { loadCardTools } from '#page-scripts/favourites/card-stores.ts'

/** Share buttons; the script is loaded on the press. */
export const startSharing = (): void =>
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-share]')
    if (button) void loadCardTools().then(({ share }) => share(button))
  })
