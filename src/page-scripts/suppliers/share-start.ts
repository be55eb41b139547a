import { loadCardTools } from '#page-scripts/favourites/card-stores.ts'

/** Buttons that share their page; what they do comes with the press. */
export const startSharing = (): void =>
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-share]')
    if (button) void loadCardTools().then(({ share }) => share(button))
  })
