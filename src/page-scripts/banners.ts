import { connectControls, startStrip } from './slider.ts'

const titleOf = (slide: HTMLElement): string => slide.querySelector('h2')?.textContent.trim() ?? ''

/** Separately bundled script for the banners, loaded on the first touch. They never move automatically. */
for (const banners of document.querySelectorAll<HTMLElement>('[data-banners]'))
  void startStrip(banners).then((swiper) => {
    if (!swiper) return
    connectControls(banners, swiper, titleOf)
    // Move the keyboard focus to the new banner.
    swiper.on('slideChange', () => {
      if (!document.activeElement?.closest('.banner')) return
      swiper.slides[swiper.activeIndex]?.querySelector<HTMLElement>('.banner-link')?.focus({ preventScroll: true })
    })
  })
