/** Address of the picture that a link to a page shows in a chat; it is drawn when first asked for. */
export const SHARE_OF_SHOP = '/pictures/share/shop.jpg'
export const shareOfSupplier = (supplierId: number): string => `/pictures/share/${supplierId}.jpg`
