// A component and its hooks.

import React, { useState, type FC } from "react";
import { Button } from "./button";

/** What the component takes. */
interface Props<T> {
  items: T[];
  onPick(item: T): void;
}

/** Shows a list. */
export const List = <T extends object>({ items, onPick }: Props<T>) => {
  const [picked, setPicked] = useState<T | null>(null);
  const pick = (item: T) => { setPicked(item); onPick(item); };
  return (
    <ul title="class Fake {}">
      {items.map((item) => <li key={String(item)} onClick={() => pick(item)}>function fake() {"{}"}</li>)}
      <Button<string> label="x" />
    </ul>
  );
};

export const Typed: FC<Props<object>> = function Typed(props) { return <></>; };
const Wrapped = React.memo(function Memo() { return <b>text</b>; });

export default class App extends React.Component<{}, { open: boolean }> {
  state = { open: false };
  toggle = () => this.setState(({ open }) => ({ open: !open }));
  render() {
    return <List items={[]} onPick={this.toggle} />;
  }
}

function assertion(x: unknown) {
  return x as string;
}
