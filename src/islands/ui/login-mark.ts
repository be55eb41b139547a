const MARK = /[?&]from=login(&enablePickup=1)?(?=#|$)/
let isFromLogin = false
let isForPickup = false

/** Whether this page was opened by a sign-in. */
export const cameFromLogin = (): boolean => isFromLogin

/** Whether that sign-in was asked for to fetch an order. */
export const cameForPickup = (): boolean => isForPickup

/** Removes `from=login` from the URL (spec section 2), so that a reload, a bookmark or a shared link does not count as a sign-in. */
export const removeLoginMark = (): void => {
  const mark = MARK.exec(location.search)
  if (!mark) return
  isFromLogin = true
  isForPickup = mark[1] !== undefined
  history.replaceState(history.state, '', location.href.replace(MARK, ''))
}
