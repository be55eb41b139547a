import type Swiper from 'swiper'
import { openLarge } from './gallery-dialog.ts'
import { connectControls, startStrip } from './slider.ts'

/** Separately bundled script for the pictures of a product, loaded on the first touch. */
const start = (gallery: HTMLElement): void => {
  let strip: Swiper | null = null
  void startStrip(gallery).then((swiper) => {
    strip = swiper
    if (swiper) connectControls(gallery, swiper)
  })
  const links = [...gallery.querySelectorAll<HTMLAnchorElement>('[data-enlarge]')]
  const open = (link: HTMLAnchorElement): void =>
    openLarge(gallery, links, links.indexOf(link), (index) => {
      strip?.slideTo(index, 0)
      links[index]?.focus({ preventScroll: true })
    })
  gallery.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('[data-enlarge]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open(link)
  })
  gallery.dataset['ready'] = ''
  const pressed = links.find(({ dataset }) => 'asked' in dataset)
  if (pressed) open(pressed)
}

const gallery = document.querySelector<HTMLElement>('[data-gallery]')
if (gallery) start(gallery)
