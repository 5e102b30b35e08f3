// The weight is read out of the first name; the names behind it are what the browser looks for.
export const REGULAR = [
  'Instrument Sans Variable Medium',
  'Instrument Sans Variable',
  'Noto Sans',
  'sans-serif',
]
export const STRONG = [
  'Instrument Sans Variable SemiBold',
  'Instrument Sans Variable',
  'Noto Sans',
  'sans-serif',
]
