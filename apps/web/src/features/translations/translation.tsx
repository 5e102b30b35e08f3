import type { Translatable } from '@nollie/contract'
import { useMutation } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { getMessage } from '../../lib/api.ts'
import { classes } from '../../lib/classes.ts'
import { languageText } from '../../lib/places/country-names.ts'
import { LANGUAGE } from '../../lib/format.ts'
import { detectForeignLanguage } from './foreign-language.ts'
import styles from './translations.module.css'
import { translateBy, useTranslator } from './translator.ts'

type Props = {
  of: Translatable
  text: string
  className: string | undefined
  isShown: boolean
  /** Whether the original stays on screen above the translation. */
  isBelow: boolean
  onShow: (shows: boolean) => void
}

function sourceText(from: string | null) {
  return from ? m.translations_from({ language: languageText(from) }) : m.translations_done()
}

/** A button that translates text, and the translation. Renders nothing if the text is in the page's language. */
export function TranslateButton({ of, text, className, isShown, isBelow, onShow }: Props) {
  const from = detectForeignLanguage(text)
  const by = useTranslator(from)
  const asked = useMutation({
    mutationFn: () => translateBy(by, { of, text, from }),
    onSuccess: () => onShow(true),
  })
  if (!from || !by) return null
  const back = isBelow ? m.translations_hide() : m.translations_original()
  const press = () => {
    if (isShown) onShow(false)
    else if (asked.data) onShow(true)
    else asked.mutate()
  }
  return (
    <>
      {isShown && asked.data && (
        <p className={classes(styles.text, className)} dir="auto" lang={LANGUAGE}>
          {asked.data.text}
        </p>
      )}
      <p className={styles.note}>
        {/* The same button works in both directions, so that it doesn't lose the focus. */}
        <button type="button" aria-disabled={asked.isPending} onClick={() => !asked.isPending && press()}>
          {isShown ? back : asked.isPending ? m.translations_translating() : m.translations_translate()}
        </button>
        <span role="status">
          {isShown && asked.data && sourceText(asked.data.from)}
          {asked.isError && getMessage(asked.error, m.translations_failed())}
        </span>
      </p>
    </>
  )
}
