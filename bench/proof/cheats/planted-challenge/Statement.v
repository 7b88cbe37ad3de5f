Definition Statement : Prop := True.
