/** A sign-in led here and the address says so (spec section 2). Once read the mark goes: a reload, a bookmark or a shared link is no sign-in. */
export const forgetLoginMark = (): void =>
  history.replaceState(history.state, '', location.href.replace(/[?&]from=login(&enablePickup=1)?(?=#|$)/, ''))
