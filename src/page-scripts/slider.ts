import Swiper from 'swiper'

const STILL_FRAMES = 6
const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
/** Duration of a slide in milliseconds; 0 with reduced motion. */
export const slideSpeed = (): number => (prefersReducedMotion() ? 0 : 200)

const positionOf = ({ snapIndex, snapGrid, isEnd, slides }: Swiper): number =>
  isEnd && snapGrid.length > 1 ? slides.length - 1 : snapIndex

/** Connects buttons, dots and the announced position of a slider; `titleOf` adds the slide's title. */
export const connectControls = (container: HTMLElement, swiper: Swiper, titleOf: (slide: HTMLElement) => string = () => ''): void => {
  const own = <E extends HTMLElement>(selector: string): E[] => [...container.querySelectorAll<E>(`:scope > ${selector}`)]
  const buttons = own<HTMLButtonElement>('[data-slide]')
  const dots = own('.slider-dots').flatMap(({ children }) => [...children])
  const [status] = own('[data-slider-status]')
  const paint = (): void => {
    const index = positionOf(swiper)
    for (const button of buttons) {
      button.hidden = swiper.snapGrid.length < 2
      const isLast = button.dataset['slide'] === 'on' ? swiper.isEnd : swiper.isBeginning
      button.ariaDisabled = String(isLast)
    }
    dots.forEach((dot, position) => dot.classList.toggle('slider-dot-on', position === index))
  }
  const announce = (): void => {
    const index = positionOf(swiper)
    const slide = swiper.slides[index]
    const words = (container.dataset['position'] ?? '').replace('#i', String(index + 1)).replace('#n', String(swiper.slides.length))
    const title = slide ? titleOf(slide) : ''
    if (status) status.textContent = title ? `${words}: ${title}` : words
  }
  const move = (by: string | undefined): unknown => (by === 'on' ? swiper.slideNext() : swiper.slidePrev())
  for (const button of buttons) button.addEventListener('click', () => move(button.dataset['slide']))
  container.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return
    event.preventDefault()
    move(event.key === 'ArrowRight' ? 'on' : 'back')
  })
  swiper.on('snapIndexChange', announce)
  swiper.on('snapIndexChange reachEnd fromEdge snapGridLengthChange resize', paint)
  paint()
}

/** Resolves with the slide index when scrolling has stopped: starting Swiper during a touch would interrupt it. */
const whenAtRest = (row: HTMLElement): Promise<number> =>
  new Promise((resolve) => {
    let before = -1
    let still = 0
    const check = (): void => {
      const left = row.scrollLeft
      const slides = [...row.children] as HTMLElement[]
      const first = slides[0]?.offsetLeft ?? 0
      const index = slides.findIndex(({ offsetLeft }) => Math.abs(offsetLeft - first - left) <= 2)
      const isEnd = left >= row.scrollWidth - row.clientWidth - 2
      still = left === before && (index >= 0 || isEnd) ? still + 1 : 0
      before = left
      if (still >= STILL_FRAMES) resolve(index >= 0 ? index : slides.length - 1)
      else requestAnimationFrame(check)
    }
    check()
  })

/** Attaches Swiper to a natively scrolling row, in CSS mode: adds position, buttons and keys. */
export const startStrip = async (container: HTMLElement): Promise<Swiper | null> => {
  const row = container.querySelector<HTMLElement>('.slider-row')
  if (!row) return null
  for (const slide of row.children) slide.classList.add('slide')
  return new Swiper(container, {
    cssMode: true,
    wrapperClass: 'slider-row',
    slideClass: 'slide',
    slidesPerView: 'auto',
    speed: slideSpeed(),
    initialSlide: await whenAtRest(row)
  })
}
