// MapLibre reads the weight from the first name. The browser uses the other names.
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
