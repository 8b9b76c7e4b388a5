import { useState } from 'react';

/** State of a subject, such as the page of a list: another key starts with the initial value. */
export function useKeyedState<Value>(key: string, initial: Value): [Value, (value: Value) => void] {
  const [state, setState] = useState({ key, value: initial });
  return [state.key === key ? state.value : initial, (value) => setState({ key, value })];
}
