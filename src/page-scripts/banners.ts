import { connectControls, startStrip } from './slider.ts'

const titleOf = (slide: HTMLElement): string => slide.querySelector('h2')?.textContent.trim() ?? ''

/** A script of its own, bundled whole, for the banners that somebody touches. They never move on their own. */
for (const banners of document.querySelectorAll<HTMLElement>('[data-banners]'))
  void startStrip(banners).then((swiper) => {
    if (!swiper) return
    connectControls(banners, swiper, titleOf)
    // The keyboard goes on from the banner that came.
    swiper.on('slideChange', () => {
      if (!document.activeElement?.closest('.banner')) return
      swiper.slides[swiper.activeIndex]?.querySelector<HTMLElement>('.banner-link')?.focus({ preventScroll: true })
    })
  })
