// Shows what the shop pushes, and opens the page it is about. Keeps nothing and takes part in no request.
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
