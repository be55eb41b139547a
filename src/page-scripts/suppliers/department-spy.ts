import { all } from '#page-scripts/text.ts'

/** Marks the department being read in the row above the menu, and scrolls the row to it. */
export const startSpy = (): void => {
  const row = document.querySelector<HTMLElement>('.departments-row')
  const links = new Map(all('.departments-row a').map((link) => [link.getAttribute('href')?.slice(1) ?? '', link]))
  const sections = all('.menu-section')
  if (!row || sections.length === 0) return
  const seen = new Set<Element>()
  let current: HTMLElement | undefined

  const mark = (): void => {
    const first = sections.find((section) => seen.has(section))
    const link = first && links.get(first.id)
    if (!link || link === current) return
    current?.removeAttribute('aria-current')
    link.setAttribute('aria-current', 'true')
    current = link
    row.scrollTo({ left: link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2 })
  }
  // The section that crosses a line below the sticky row is the one being read.
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) seen[isIntersecting ? 'add' : 'delete'](target)
      mark()
    },
    { rootMargin: '-25% 0px -74% 0px' }
  )
  for (const section of sections) observer.observe(section)
}

/** Closes the list of all departments on a choice, on a press elsewhere and on Escape. */
export const startDepartmentList = (): void => {
  const list = document.querySelector<HTMLDetailsElement>('.departments-all')
  if (!list) return
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('.departments-all > summary')) list.open = false
  })
  list.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !list.open) return
    list.open = false
    list.querySelector('summary')?.focus()
  })
}
