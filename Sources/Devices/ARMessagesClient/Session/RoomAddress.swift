@_exported public import MessageSockets

/// The address of a room.
public typealias RoomAddress = SocketAddress
