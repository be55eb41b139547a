/** URL of a page's preview picture in chats; rendered on the first request. */
export const SHARE_OF_SHOP = '/pictures/share/shop.jpg'
export const shareOfSupplier = (supplierId: number): string => `/pictures/share/${supplierId}.jpg`
