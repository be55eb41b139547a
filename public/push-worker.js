// Shows what the shop pushes, and opens the page it is about. Stores the pages that are shown at a counter or an entrance, of an order
// and of tickets, the same for everybody, and answers them where there is no connection; takes part in no other request.
const PAGES = 'order-page'
const isShown = ({ origin, pathname }) => origin === self.location.origin && /\/account\/(orders\/\d+|tickets)$/.test(pathname)

self.addEventListener('message', (event) => {
  const url = new URL(event.data?.store ?? '/', self.location.origin)
  if (isShown(url)) event.waitUntil(caches.open(PAGES).then((pages) => pages.add(url.pathname)))
})

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.mode !== 'navigate' || !isShown(url)) return
  const stored = async (failure) => (await caches.match(url.pathname)) ?? Promise.reject(failure)
  event.respondWith(fetch(event.request).catch(stored))
})

self.addEventListener('push', (event) => {
  let told = {}
  try {
    told = event.data.json()
  } catch {
    return
  }
  const { title, body, lang, tag, url } = told
  if (!title) return
  event.waitUntil(self.registration.showNotification(title, { body, lang, tag, icon: '/favicon.svg', data: { url } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const target = new URL(event.notification.data?.url ?? '/', self.location.origin)
  if (target.origin !== self.location.origin) return
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((tabs) => {
      const open = tabs.find((tab) => new URL(tab.url).pathname === target.pathname)
      return open ? open.focus() : self.clients.openWindow(target.href)
    })
  )
})
