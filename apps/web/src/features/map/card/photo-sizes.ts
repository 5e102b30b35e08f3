/** The width of the selected card's photo, as in `<img sizes>`. */
export const CARD_PHOTO_SIZES = '(width >= 1024px) 376px, 132px'
