/** Removes `from=login` from the URL (spec section 2), so that a reload, a bookmark or a shared link does not count as a sign-in. */
export const removeLoginMark = (): void =>
  history.replaceState(history.state, '', location.href.replace(/[?&]from=login(&enablePickup=1)?(?=#|$)/, ''))
