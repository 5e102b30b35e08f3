import type { Translatable } from '@nollie/contract'
import { type ReactNode, Suspense, useState } from 'react'
import { afterFirstScreen } from '../../lib/page/after-first-screen.ts'
import { lazyExtra } from '../../ui/lazy-part.tsx'

const TranslateButton = lazyExtra(async () => {
  await afterFirstScreen()
  return import('./translation.tsx').then(({ TranslateButton }) => ({ default: TranslateButton }))
})

type Props = {
  of: Translatable
  /** The text that a person wrote. */
  text: string
  /** The class of the original text. */
  className?: string | undefined
  /** The rendered original, which the translation replaces. If omitted, only the translation is rendered. */
  children?: ReactNode
}

/** Text that a person wrote, with a button that translates it if it isn't in the page's language. */
export function Translated({ of, text, className, children }: Props) {
  const [shown, setShown] = useState<string | null>(null)
  const isShown = shown === text
  return (
    <>
      {!isShown && children}
      <Suspense fallback={null}>
        <TranslateButton
          key={text}
          of={of}
          text={text}
          className={className}
          isShown={isShown}
          isBelow={!children}
          onShow={(shows) => setShown(shows ? text : null)}
        />
      </Suspense>
    </>
  )
}
