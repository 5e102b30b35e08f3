import { plural } from '../src/i18n/plural.ts'
import { isolateText } from '../src/lib/text/isolate-text.ts'

type Text = string | { by: string; arms: Record<string, string> }
type Inputs = Readonly<Record<string, string | number>>

let texts: Record<string, Text> | undefined

function readTexts(): Record<string, Text> {
  return JSON.parse(document.getElementById('texts')?.textContent ?? '{}') as Record<string, Text>
}

function chooseWords(text: Text, inputs: Inputs): string {
  if (typeof text === 'string') return text
  return text.arms[plural(Number(inputs[text.by]))] ?? text.arms['*'] ?? ''
}

/** Returns a message from the page that loaded this script: a function of its placeholder values. */
export function getText(name: string): (inputs?: Inputs) => string {
  return (inputs = {}) => {
    texts ??= readTexts()
    const words = chooseWords(texts[name] ?? '', inputs)
    return words.replace(/\{(\w+)\}/g, (_, placeholder: string) => isolateText(String(inputs[placeholder])))
  }
}
