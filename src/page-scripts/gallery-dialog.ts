import Swiper from 'swiper'
import { Zoom } from 'swiper/modules'
import { connectControls, slideSpeed } from './slider.ts'

const MAX_ZOOM = 3

const slideOf = ({ href }: HTMLAnchorElement, label: string): HTMLLIElement => {
  const slide = document.createElement('li')
  const frame = document.createElement('div')
  const picture = new Image()
  slide.className = 'slide'
  frame.className = 'swiper-zoom-container'
  picture.src = href
  picture.alt = label
  frame.append(picture)
  slide.append(frame)
  return slide
}

/** Opens the pictures in a full-window dialog with zoom by pinch, double tap or button. `onClose` gets the index of the last one shown. */
export const openLarge = (
  gallery: HTMLElement,
  links: readonly HTMLAnchorElement[],
  index: number,
  onClose: (index: number) => void
): void => {
  const template = gallery.querySelector<HTMLTemplateElement>('[data-gallery-dialog]')
  const dialog = template?.content.firstElementChild?.cloneNode(true)
  if (!(dialog instanceof HTMLDialogElement)) return
  const stage = dialog.querySelector<HTMLElement>('.gallery-stage')
  const position = (dialog.dataset['position'] ?? '').replace('#n', String(links.length))
  dialog.querySelector('ul')?.append(...links.map((link, place) => slideOf(link, position.replace('#i', String(place + 1)))))
  document.body.append(dialog)
  dialog.showModal()
  document.documentElement.dataset['scrollLocked'] = ''
  if (!stage) return
  const swiper = new Swiper(stage, {
    modules: [Zoom],
    wrapperClass: 'gallery-slides',
    slideClass: 'slide',
    speed: slideSpeed(),
    initialSlide: index,
    zoom: { maxRatio: MAX_ZOOM }
  })
  connectControls(dialog, swiper)
  const zoom = dialog.querySelector<HTMLButtonElement>('[data-zoom]')
  zoom?.addEventListener('click', () => swiper.zoom.toggle())
  swiper.on('zoomChange', (_, scale) => zoom && (zoom.ariaPressed = String(scale > 1)))
  dialog.addEventListener('close', () => {
    delete document.documentElement.dataset['scrollLocked']
    const last = swiper.activeIndex
    swiper.destroy()
    dialog.remove()
    onClose(last)
  })
}
