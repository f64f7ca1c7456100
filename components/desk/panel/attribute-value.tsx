import { PropertyValue } from "@/components/desk/shared/property-value";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { CopyValue } from "./copy-value";
import type { AttributeValueProps } from "./formatted-value";

const formattedValue = loader(() => import("./formatted-value").then(({ FormattedValue }) => FormattedValue));

/** A value in its format. What writes it is loaded for the first one, and the value is shown as it is until then. */
export function AttributeValue(props: AttributeValueProps) {
  const Formatted = useLoaded(formattedValue, true);
  const { name, value, copy } = props;
  if (Formatted) return <Formatted {...props} />;
  return <PropertyValue name={name} value={String(value)} render={(text) => <CopyValue {...copy}>{text}</CopyValue>} />;
}
