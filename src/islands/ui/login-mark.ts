/** A sign-in led here and the address says so (spec section 2). Once read the mark goes: a reload, a bookmark or a shared link is no sign-in. */
export const forgetLoginMark = (): void => {
  const url = new URL(location.href)
  if (url.searchParams.get('from') !== 'login') return
  for (const name of ['from', 'enablePickup']) url.searchParams.delete(name)
  history.replaceState(history.state, '', url)
}
