/** Pages about the shop itself, in the order of the footer and the phone's menu. */
export const SITE_PAGES = [
  { path: '/about-us', label: 'frame:about' },
  { path: '/contact-us', label: 'frame:contact' },
  { path: '/become-a-courier', label: 'frame:courier' },
  { path: '/become-a-partner', label: 'frame:partner' },
  { path: '/delivery-and-payment', label: 'frame:delivery' },
  { path: '/campaigns', label: 'frame:campaigns' },
  { path: '/privacy-policy', label: 'frame:privacy' },
  { path: '/public-offer', label: 'frame:offer' }
] as const
