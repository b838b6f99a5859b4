import { PlatformIcon } from "./platform-icon.tsx";

const sizes = { medium: "size-6", large: "size-[38px]" };

type AccountIconProps = {
  platform: string;
  /** The platform's name, when no text beside the icon gives it. */
  label?: string;
  /** Address of the account's own picture; without one, the platform's mark stands alone. */
  picture: string | null | undefined;
  size?: keyof typeof sizes;
};

/** An account's picture with its platform's mark in the corner. */
export function AccountIcon({ picture, size = "medium", ...icon }: AccountIconProps) {
  if (!picture) return <PlatformIcon {...icon} size={size} />;
  return (
    <span className={`relative inline-flex shrink-0 ${sizes[size]}`}>
      <img src={picture} alt="" loading="lazy" className="size-full rounded-full bg-sunk object-cover" />
      <span className="absolute -right-1.5 -bottom-1 inline-flex rounded-[6px] ring-2 ring-paper">
        <PlatformIcon {...icon} size="small" />
      </span>
    </span>
  );
}
