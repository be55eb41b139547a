import arrow from 'lucide-static/icons/arrow-right.svg?raw'
import basket from 'lucide-static/icons/shopping-basket.svg?raw'
import bike from 'lucide-static/icons/bike.svg?raw'
import chevron from 'lucide-static/icons/chevron-right.svg?raw'
import clock from 'lucide-static/icons/clock.svg?raw'
import cross from 'lucide-static/icons/x.svg?raw'
import down from 'lucide-static/icons/chevron-down.svg?raw'
import gift from 'lucide-static/icons/gift.svg?raw'
import grid from 'lucide-static/icons/layout-grid.svg?raw'
import heart from 'lucide-static/icons/heart.svg?raw'
import house from 'lucide-static/icons/house.svg?raw'
import info from 'lucide-static/icons/info.svg?raw'
import menu from 'lucide-static/icons/menu.svg?raw'
import people from 'lucide-static/icons/users-round.svg?raw'
import pin from 'lucide-static/icons/map-pin.svg?raw'
import bag from 'lucide-static/icons/shopping-bag.svg?raw'
import cart from 'lucide-static/icons/shopping-cart.svg?raw'
import search from 'lucide-static/icons/search.svg?raw'
import share from 'lucide-static/icons/share-2.svg?raw'
import star from 'lucide-static/icons/star.svg?raw'
import ticket from 'lucide-static/icons/ticket.svg?raw'
import user from 'lucide-static/icons/user-round.svg?raw'
import utensils from 'lucide-static/icons/utensils.svg?raw'
import bell from 'lucide-static/icons/bell.svg?raw'
import briefcase from 'lucide-static/icons/briefcase-business.svg?raw'
import card from 'lucide-static/icons/credit-card.svg?raw'
import languages from 'lucide-static/icons/languages.svg?raw'
import lock from 'lucide-static/icons/lock-keyhole.svg?raw'
import profile from 'lucide-static/icons/user-round-cog.svg?raw'
import receipt from 'lucide-static/icons/receipt-text.svg?raw'
import shield from 'lucide-static/icons/shield-check.svg?raw'
import wallet from 'lucide-static/icons/wallet.svg?raw'
import zoom from 'lucide-static/icons/zoom-in.svg?raw'

const sources = {
  arrow,
  bag,
  basket,
  bell,
  bike,
  briefcase,
  card,
  cart,
  chevron,
  clock,
  cross,
  down,
  gift,
  grid,
  heart,
  house,
  info,
  languages,
  lock,
  menu,
  people,
  pin,
  profile,
  receipt,
  search,
  share,
  shield,
  star,
  ticket,
  user,
  utensils,
  wallet,
  zoom
}
export type IconName = keyof typeof sources

/** Only the content of the svg element: its attributes are in Icon.astro and base.css. */
export const ICONS = Object.fromEntries(
  Object.entries(sources).map(([name, svg]) => [
    name,
    svg
      .replace(/^[\s\S]*?<svg[^>]*>/, '')
      .replace('</svg>', '')
      .replace(/\s*\n\s*/g, '')
      .replaceAll(' />', '/>')
  ])
) as Record<IconName, string>
