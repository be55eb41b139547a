// A page that the browser restores from before another city was chosen is loaded again. Without imports, which would split the scripts of every page.
addEventListener('pageshow', ({ persisted }) => {
  const { city, cityCookie } = document.querySelector<HTMLElement>('[data-city]')?.dataset ?? {}
  const [chosen] = new RegExp(`(?<=${cityCookie}=)[^;]+`).exec(document.cookie) ?? []
  if (persisted && city && chosen && chosen !== city && !location.search.includes('city=')) location.reload()
})
